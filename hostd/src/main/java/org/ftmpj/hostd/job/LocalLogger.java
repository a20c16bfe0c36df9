package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.LoggerAddress;

/**
 * The event logger that a job has on this host, if it has one on each of so many. It is started
 * again when it dies, and lost with the host: its store is in the directory of the host's part.
 */
final class LocalLogger {
  private final LoggerPlace place;
  private final Optional<EventLogger> logger;
  private final Verdict verdict;

  private LocalLogger(LoggerPlace place, Optional<EventLogger> logger, Verdict verdict) {
    this.place = place;
    this.logger = logger;
    this.verdict = verdict;
  }

  /**
   * Starts it, if this host is to have one. Does not wait until it listens.
   *
   * @param directory of the job's part here
   * @param launcher shows what it says
   * @param verdict is told when it cannot be started or kept running
   */
  static LocalLogger start(
      JobOrder order,
      Path directory,
      HostServices services,
      LauncherLink launcher,
      Verdict verdict) {
    LoggerPlace place = new LoggerPlace(new JobLayout(directory), order.host());
    boolean isWanted = order.host() <= order.settings().loggersOnHosts();
    Optional<EventLogger> logger =
        isWanted ? Optional.of(make(place, services, launcher, verdict)) : Optional.empty();
    LocalLogger here = new LocalLogger(place, logger, verdict);
    here.begin();
    return here;
  }

  private static EventLogger make(
      LoggerPlace place, HostServices services, LauncherLink launcher, Verdict verdict) {
    InetSocketAddress first = services.sessions().addresses().get(0);
    return new EventLogger(
            place,
            Durability.QUORUM,
            services.limits().reserveMib(),
            Optional.empty(),
            services.loggers(),
            new ForwardedConsole(launcher::tell),
            verdict)
        .listening(first.getAddress().getHostAddress());
  }

  private void begin() {
    try {
      logger.ifPresent(EventLogger::begin);
    } catch (FtmpjException e) {
      verdict.failed(e);
    }
  }

  /**
   * Waits until it listens.
   *
   * @return where; empty if there is none, or the job is over before
   */
  Optional<HostPort> await() throws InterruptedException {
    try {
      return logger.isPresent() ? LoggerAddress.await(place, verdict) : Optional.empty();
    } catch (FtmpjException e) {
      verdict.failed(e);
      return Optional.empty();
    }
  }

  /** Ends it, and waits until it is reaped. */
  void stop() throws InterruptedException {
    if (logger.isPresent()) {
      logger.get().stop();
    }
  }
}

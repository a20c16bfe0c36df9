package org.ftmpj.launcher.registry;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;

/** Asks the event loggers of a job over several hosts whether it continues without its launcher. */
final class OtherCoordinator {
  private static final int LAUNCHER = 0;

  private OtherCoordinator() {}

  /** Whether the directory is the launcher's part of a job. */
  static boolean isLaunchers(JobLayout layout) {
    return HostsRecord.read(layout.hosts()).filter(hosts -> hosts.self() == LAUNCHER).isPresent();
  }

  /** The recorded event loggers that may have agreed on another coordinator. */
  static Optional<Loggers> agreeing(JobLayout layout) {
    return AtomicFile.read(layout.agreeingLoggers()).map(text -> Loggers.parse(text.strip()));
  }

  /** Whether another process is known to coordinate the job; false if the loggers do not say. */
  static boolean isKnown(JobLayout layout, Duration patience) throws InterruptedException {
    try {
      Optional<Loggers> loggers = isLaunchers(layout) ? agreeing(layout) : Optional.empty();
      return loggers.isPresent() && goesOn(layout, loggers.get(), patience);
    } catch (FtmpjException notToldByThem) {
      return false;
    }
  }

  /** Whether another process may coordinate the job: true, too, if no majority answers. */
  static boolean mayBe(JobLayout layout, Loggers loggers, Duration patience)
      throws InterruptedException {
    try {
      return goesOn(layout, loggers, patience);
    } catch (FtmpjException e) {
      if (e.code() == ErrorCode.LOGGER_MAJORITY_AWAY) {
        return true; // Nothing that they have may be lost, as long as that is not known.
      }
      throw e;
    }
  }

  private static boolean goesOn(JobLayout layout, Loggers loggers, Duration patience)
      throws InterruptedException {
    String job = JobIdentity.of(layout).name();
    try (LoggersAgreement agreement =
        new LoggersAgreement(JobLoggers.of(layout, loggers), job, patience)) {
      AgreedState state = agreement.read();
      return state.term() > 0 && !state.ended();
    }
  }
}

package org.ftmpj.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.launcher.console.Console;
import org.ftmpj.launcher.ending.Verdict;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.protocol.config.Durability;
import org.ftmpj.protocol.config.HostPort;
import org.ftmpj.protocol.config.Options;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.job.JobLayout;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.rank.RankProcess;
import org.ftmpj.supervisor.record.ProcessRecord;

/**
 * The event logger of a job: a process of its own, started again on the same port and store when it
 * dies. Starts nothing if the user has named one that runs already.
 */
final class EventLogger {
  /** As long as a loaded machine may need to start a JVM. */
  private static final Duration START = Duration.ofSeconds(60);

  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int DEATHS = 5;
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final String QUIET = "-Dorg.slf4j.simpleLogger.log.org.ftmpj=warn";

  private final JobLayout layout;
  private final JobOptions options;
  private final Console console;
  private final Verdict verdict;

  private volatile int port; // 0: any, until ranks know it
  private RankProcess process; // guarded by this
  private boolean stopped; // guarded by this
  private int starts; // guarded by this

  EventLogger(JobLayout layout, JobOptions options, Console console, Verdict verdict) {
    this.layout = layout;
    this.options = options;
    this.console = console;
    this.verdict = verdict;
  }

  /**
   * @return its address, at durability host; there it waits until the event logger listens
   * @throws FtmpjException CANNOT_START
   */
  Optional<HostPort> start() throws InterruptedException {
    if (options.logger().isPresent()) {
      return options.logger();
    }
    startProcess();
    Thread watcher = new Thread(this::watch, "watcher of the event logger");
    watcher.setDaemon(true);
    watcher.start();
    if (options.durability() == Durability.PROCESS) {
      return Optional.empty();
    }
    HostPort address = awaitAddress();
    port = address.port();
    return Optional.of(address);
  }

  private synchronized void startProcess() {
    if (!stopped) {
      process = RankProcess.start(command(), "event logger", this::pass);
      ProcessRecord.write(layout.loggerProcess(), ++starts, process.pid());
    }
  }

  private ProcessBuilder command() {
    List<String> arguments = new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC", QUIET));
    arguments.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    arguments.addAll(Installation.launcherArguments());
    arguments.addAll(
        List.of(
            "logger",
            "--port",
            Integer.toString(port),
            "--store",
            layout.logger().resolve("store").toString(),
            "--secret-file",
            layout.secret().toString(),
            "--address-file",
            addressFile().toString(),
            "--reserve",
            Integer.toString(options.logReserveMib()),
            "--exit-with-parent"));
    if (options.durability() == Durability.PROCESS) {
      arguments.addAll(List.of("--follow", layout.directory().toString()));
    }
    ProcessBuilder command = JavaCommand.of(arguments);
    // Says whose it is, as for the ranks.
    command.environment().put(Options.JOB_DIR.environment(), layout.directory().toString());
    return command;
  }

  private Path addressFile() {
    return layout.logger().resolve("address");
  }

  /** Its standard output tells where it listens, which is of no interest here. */
  private void pass(int stream, byte[] bytes, int length) {
    if (stream == OutputRecord.ERR) {
      console.raw(Console.LAUNCHER, stream, bytes, length);
    }
  }

  private HostPort awaitAddress() throws InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    Optional<HostPort> address = address();
    while (address.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(POLL.toMillis());
      address = address();
    }
    return address.orElseThrow(
        () ->
            new FtmpjException(
                ErrorCode.CANNOT_START, "the event logger does not listen after " + START));
  }

  private Optional<HostPort> address() {
    try {
      return Optional.of(parse(Files.readString(addressFile()).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot read " + addressFile(), e);
    }
  }

  private static HostPort parse(String address) {
    int colon = address.lastIndexOf(':');
    return new HostPort(
        address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
  }

  private void watch() {
    try {
      int deaths = 0;
      while (true) {
        long startedNs = System.nanoTime();
        current().await();
        deaths = System.nanoTime() - startedNs < SOON.toNanos() ? deaths + 1 : 1;
        if (isStopped()) {
          return;
        }
        restart(deaths);
      }
    } catch (InterruptedException | RuntimeException e) {
      verdict.failed(e);
    }
  }

  private void restart(int deaths) {
    String status = current().status().toString();
    if (deaths >= DEATHS) {
      throw new FtmpjException(
          ErrorCode.CRASH_LOOP,
          "the event logger died " + deaths + " times in a row, the last time by " + status);
    }
    console.notice("the event logger died: " + status + "; restarting");
    startProcess();
  }

  private synchronized RankProcess current() {
    return process;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends it and waits until it is reaped. */
  void stop() throws InterruptedException {
    RankProcess running;
    synchronized (this) {
      stopped = true;
      running = process;
    }
    if (running != null) {
      running.terminate();
      if (!running.await(GRACE)) {
        running.kill();
        running.await();
      }
    }
  }
}

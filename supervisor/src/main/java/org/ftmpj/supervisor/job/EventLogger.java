package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.RankProcess;
import org.ftmpj.supervisor.record.ProcessRecord;

/**
 * The event logger of a job: a process of its own, started again on the same port and store when it
 * dies. Nothing is started if the user has named a running one.
 */
public final class EventLogger {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int DEATHS = 5;

  /**
   * The time after which a follower starts. It reads the logs from their beginning, so nothing is
   * lost by a late start. Until then the ranks start, which need the processors; a job that is over
   * by then needs no follower.
   */
  private static final Duration FOLLOW_AFTER = Duration.ofSeconds(2);

  /**
   * The option by which the virtual machine compiles later: while ranks start, the processor has
   * better things to do than to compile code that runs a few times.
   */
  private static final String COMPILE_LATER = "-XX:CompileThresholdScaling=4";

  private static final Duration LOOK = Duration.ofMillis(100);

  /** The longest time until all processes of a job have noticed a signal to all of them. */
  private static final Duration STOPPING = Duration.ofSeconds(1);

  private static final Duration SOON = Duration.ofSeconds(5);

  private final LoggerPlace place;
  private final Durability durability;
  private final int reserveMib;
  private final Optional<HostPort> given;
  private final LoggerJvm jvm;
  private final JobConsole console;
  private final Verdict verdict;
  private final StartupOutput words;

  private Optional<String> bind = Optional.empty(); // guarded by this
  private int port; // guarded by this; 0: any, until ranks know it
  private RankProcess process; // guarded by this
  private boolean stopped; // guarded by this
  private int starts; // guarded by this

  /**
   * @param place in the directory of its job
   * @param reserveMib disk space that its store leaves free, MiB
   * @param given the one that the user has named, if any
   * @param verdict is notified when it cannot run any more
   */
  public EventLogger(
      LoggerPlace place,
      Durability durability,
      int reserveMib,
      Optional<HostPort> given,
      LoggerJvm jvm,
      JobConsole console,
      Verdict verdict) {
    this.place = place;
    this.durability = durability;
    this.reserveMib = reserveMib;
    this.given = given;
    this.jvm = jvm;
    this.console = console;
    this.verdict = verdict;
    words = new StartupOutput(console);
  }

  /**
   * Makes it listen at an address that other hosts reach, instead of the loopback address. To be
   * called before it is started.
   */
  public synchronized EventLogger listening(String address) {
    bind = Optional.of(address);
    return this;
  }

  /**
   * Starts it, as {@link #begin} does.
   *
   * @return its address, at durability host, after a wait until the event logger listens or the job
   *     ends
   * @throws FtmpjException CANNOT_START
   */
  public Optional<HostPort> start() throws InterruptedException {
    Optional<HostPort> known = begin();
    return known.isPresent() || durability == Durability.PROCESS
        ? known
        : LoggerAddress.await(place, verdict);
  }

  /**
   * Starts it; at durability process, where it only follows, after a while. Does not wait: ranks
   * that do not get its address {@linkplain LoggerAddress#await(JobLayout) wait for it} themselves.
   *
   * @return the address of the one that the user has named
   * @throws FtmpjException CANNOT_START
   */
  public Optional<HostPort> begin() {
    if (given.isPresent()) {
      return given;
    }
    if (durability == Durability.PROCESS) {
      watch(this::startFollower);
    } else {
      startProcess();
      watch(() -> {});
    }
    return Optional.empty();
  }

  private synchronized void startFollower() throws InterruptedException {
    while (!stopped && !isThereALog()) {
      wait(LOOK.toMillis());
    }
    Deadline start = Deadline.in(FOLLOW_AFTER);
    while (!start.isOver() && !stopped) {
      TimeUnit.NANOSECONDS.timedWait(this, start.leftNs());
    }
    startProcess();
  }

  private boolean isThereALog() {
    String[] logs = place.layout().determinants().toFile().list();
    return logs != null && logs.length > 0;
  }

  private synchronized void startProcess() {
    if (!stopped) {
      learnPort();
      makeDirectory();
      process = RankProcess.start(command(), "event logger", this::pass);
      ProcessRecord.write(place.process(), ++starts, process.pid());
    }
  }

  /** Creates the directory of one of several loggers; that of a single one exists. */
  private void makeDirectory() {
    try {
      OnlyUser.directories(place.directory());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot make " + place.directory() + ": " + Reason.of(e), e);
    }
  }

  private ProcessBuilder command() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--port",
                Integer.toString(port),
                "--store",
                place.store().toString(),
                "--secret-file",
                place.layout().secret().toString(),
                "--address-file",
                place.address().toString(),
                "--reserve",
                Integer.toString(reserveMib),
                "--exit-with-parent"));
    bind.ifPresent(address -> arguments.addAll(List.of("--bind", address)));
    if (durability == Durability.PROCESS) {
      arguments.addAll(List.of("--follow", place.layout().directory().toString()));
    }
    String temporary = "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir");
    List<String> options = new ArrayList<>(JvmMessages.options(place.crash()));
    options.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", COMPILE_LATER, temporary));
    ProcessBuilder command = jvm.command(options, arguments);
    // Says whose it is, as for the ranks.
    command.environment().put(Options.JOB_DIR.environment(), place.layout().directory().toString());
    return command;
  }

  /**
   * Passes its standard error on; its standard output only has its address, which is not needed.
   */
  private void pass(int stream, byte[] bytes, int length) {
    if (stream == OutputRecord.ERR) {
      words.add(bytes, length);
    }
  }

  private interface Starting {
    void run() throws InterruptedException;
  }

  private void watch(Starting starting) {
    Thread watcher = new Thread(() -> startAndWatch(starting), "watcher of the event logger");
    watcher.setDaemon(true);
    watcher.start();
  }

  private void startAndWatch(Starting starting) {
    try {
      starting.run();
      keepRunning();
    } catch (InterruptedException | RuntimeException | Error e) {
      verdict.failed(e);
    }
  }

  private void keepRunning() throws InterruptedException {
    int deaths = 0;
    while (!isStopped()) {
      long startedNs = System.nanoTime();
      awaitEnd(current());
      deaths = System.nanoTime() - startedNs < SOON.toNanos() ? deaths + 1 : 1;
      if (current().status().isAsked() || !isPortKnown()) {
        // Perhaps the whole job was, and one that just starts ends in any way; its launcher then
        // ends it.
        verdict.awaitKnown(STOPPING);
      }
      showUnlessSignalled();
      if (verdict.isKnown()) {
        return;
      }
      if (!isStopped()) {
        restart(deaths);
      }
    }
  }

  private void awaitEnd(RankProcess logger) throws InterruptedException {
    while (!isPortKnown() && !logger.await(LOOK)) {
      learnPort();
    }
    logger.await();
  }

  private synchronized void learnPort() {
    LoggerAddress.find(place)
        .ifPresent(
            known -> {
              port = known.port();
              words.show();
            });
  }

  private void showUnlessSignalled() {
    if (!verdict.isKnown() || !(verdict.await() instanceof JobEnd.Signalled)) {
      words.show();
    }
  }

  private synchronized boolean isPortKnown() {
    return port != 0;
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
  public void stop() throws InterruptedException {
    showUnlessSignalled();
    RankProcess running;
    synchronized (this) {
      stopped = true;
      running = process;
      notifyAll();
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

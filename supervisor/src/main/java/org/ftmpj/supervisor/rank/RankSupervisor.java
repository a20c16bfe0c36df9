package org.ftmpj.supervisor.rank;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.ProcessRecord;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.supervisor.record.StartRecord;

/**
 * Runs one rank until it ends for good: starts it and waits for it. When it died without an exit
 * record (protocol rule EXIT_RECORD), it reaps it and starts the next incarnation, whatever the
 * other ranks do (protocol rule INDEPENDENT_RECOVERY). Has one thread of its own and two for each
 * process.
 */
public final class RankSupervisor {
  /** The time between checks whether a recovery is complete. */
  private static final Duration REPORT_POLL = Duration.ofMillis(5);

  /** The time between reports of a recovery's progress. */
  private static final Duration SAY = Duration.ofSeconds(3);

  /** The longest time until the launcher has noticed a signal to all processes of its job. */
  private static final Duration STOPPING = Duration.ofMillis(500);

  /** The exit code of a JVM that could not start. */
  private static final int JVM_NOT_STARTED = 1;

  private final int rank;
  private final JobLayout layout;
  private final RankPorts ports;
  private final Incarnations incarnations;
  private final CrashLoop crashLoop;
  private final CompletableFuture<RankOutcome> outcome = new CompletableFuture<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopping = lock.newCondition();
  private RankProcess running; // guarded by lock
  private boolean stopRequested; // guarded by lock

  /** Whether its virtual machine crashed with a report. */
  private boolean hasCrashed;

  /** The watch for a kill of the last process for lack of memory. */
  private MemoryKills.Watch memory;

  private int incarnation;
  private long firstDeathNs; // 0 if every death is recovered
  private long liveNs; // since when it has not been repeating, if every death is recovered

  /**
   * @param layout of a job directory with the directories incarnations, exit, recovered and stderr
   */
  public RankSupervisor(int rank, JobLayout layout, RestartPolicy policy, RankPorts ports) {
    this.rank = rank;
    this.layout = layout;
    this.ports = ports;
    this.incarnations = new Incarnations(layout.incarnation(rank));
    this.crashLoop = new CrashLoop(policy);
  }

  public int rank() {
    return rank;
  }

  RankPorts ports() {
    return ports;
  }

  /**
   * Starts the next incarnation of a rank whose supervisor has ended, with its host or with the
   * launcher of a resumed job. To be called instead of {@link #start}.
   */
  public void startAgain() {
    firstDeathNs = incarnations.areIssued() ? System.nanoTime() : 0;
    start();
  }

  /** Starts the first incarnation. To be called once. */
  public void start() {
    OwnThreads.all().start("supervisor of rank " + rank, this::run);
  }

  /**
   * Completed when the rank has ended for good and has been reaped; exceptionally only by a defect
   * of its own or of the ports.
   */
  public CompletableFuture<RankOutcome> outcome() {
    return outcome.copy();
  }

  /** The present process of the rank, if there is one. */
  public OptionalLong pid() {
    lock.lock();
    try {
      return running == null ? OptionalLong.empty() : OptionalLong.of(running.pid());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the rank: SIGTERM, and SIGKILL after the grace. It is not restarted any more. Waits until
   * it is reaped; does nothing if it has ended.
   */
  public void stop(Duration grace) throws InterruptedException {
    RankProcess process = terminate();
    if (process != null && !process.await(grace)) {
      process.kill();
      process.await();
    }
  }

  /** Asks the rank to end (SIGTERM), and does not restart it. Does not wait. */
  public void requestStop() {
    terminate();
  }

  /**
   * Kills the process of the rank, if it is still that one: a failure like any other, after which
   * the rank is restarted.
   */
  void kill(long pid) {
    lock.lock();
    try {
      if (running != null && running.pid() == pid) {
        running.kill();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Kills the rank, so that the program does nothing more, and does not restart it. Does not wait.
   */
  public void abandon() {
    lock.lock();
    try {
      stopRequested = true;
      stopping.signalAll();
      if (running != null) {
        running.kill();
      }
    } finally {
      lock.unlock();
    }
  }

  private RankProcess terminate() {
    lock.lock();
    try {
      stopRequested = true;
      stopping.signalAll();
      if (running != null) {
        running.terminate();
      }
      return running;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      RankOutcome end = supervise();
      ports.event(new RankEvent.Ended(incarnation, end, Instant.now()));
      outcome.complete(end);
    } catch (FtmpjException e) {
      failed(new RankOutcome.FailStopped(e.code(), e.getMessage()));
    } catch (InterruptedException | RuntimeException | Error e) {
      killWhatRuns();
      outcome.completeExceptionally(e);
    }
  }

  private void failed(RankOutcome.FailStopped end) {
    killWhatRuns();
    ports.event(new RankEvent.Ended(incarnation, end, Instant.now()));
    outcome.complete(end);
  }

  private void killWhatRuns() {
    lock.lock();
    try {
      if (running != null) {
        running.kill();
      }
    } finally {
      lock.unlock();
    }
  }

  private RankOutcome supervise() throws InterruptedException {
    RankOutcome end = null;
    while (end == null) {
      RankProcess process = startNext();
      if (process == null) {
        return new RankOutcome.Stopped();
      }
      ProcessRecord.write(layout.process(rank), incarnation, process.pid());
      ports.event(new RankEvent.Started(incarnation, process.pid(), Instant.now()));
      liveNs = System.nanoTime();
      end = watch(process);
    }
    return end;
  }

  /** Starts the next incarnation; null if the rank has to stop. */
  private RankProcess startNext() {
    lock.lock();
    try {
      if (stopRequested) {
        return null;
      }
      incarnation = incarnations.next();
      Path stderr = layout.stderr(rank, incarnation);
      ProcessBuilder command = ports.command(incarnation);
      if (!Files.exists(layout.start(rank))) {
        StartRecord.of(command).write(layout.start(rank));
      }
      running =
          RankProcess.start(
              command,
              "rank " + rank + " (incarnation " + incarnation + ")",
              stderr,
              new CrashBanner(ports::rawOutput, !hasCrashed));
      memory = MemoryKills.onThisHost().watch(running.pid());
      return running;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the process; null if the rank has to be started again. */
  private RankOutcome watch(RankProcess process) throws InterruptedException {
    awaitEnd(process);
    final Instant noticed = Instant.now();
    final long noticedNs = System.nanoTime();
    process.drain();
    if (clearRunning() || process.status().isAsked() && isStoppedBy(STOPPING)) {
      return outcomeOnRequest(process);
    }
    Optional<ExitRecord> record = ExitRecord.read(layout.exitRecord(rank));
    if (record.isPresent()) {
      return outcome(record.get(), process);
    }
    return died(process, noticed, noticedNs);
  }

  private void awaitEnd(RankProcess process) throws InterruptedException {
    long saidNs = System.nanoTime();
    while (firstDeathNs != 0 && !process.await(REPORT_POLL)) {
      reportRecovery();
      boolean known = crashLoop.farthest() > 0;
      if (firstDeathNs != 0 && known && System.nanoTime() - saidNs > SAY.toNanos()) {
        saidNs = System.nanoTime();
        ports.event(
            new RankEvent.Recovering(
                incarnation, ports.progress(incarnation), crashLoop.farthest()));
      }
    }
    process.await();
    reportRecovery();
  }

  private void reportRecovery() {
    if (firstDeathNs == 0) {
      return;
    }
    RecoveryReport.read(layout.recovered(rank, incarnation))
        .ifPresent(
            report -> {
              Duration sinceDeath = Duration.ofNanos(System.nanoTime() - firstDeathNs);
              firstDeathNs = 0;
              liveNs = System.nanoTime();
              ports.event(new RankEvent.Recovered(report, Instant.now(), sinceDeath));
            });
  }

  /** Forgets the running process; returns whether a stop was requested. */
  private boolean clearRunning() {
    lock.lock();
    try {
      running = null;
      return stopRequested;
    } finally {
      lock.unlock();
    }
  }

  /** The outcome of a rank that had to stop; it may have ended by itself just before. */
  private RankOutcome outcomeOnRequest(RankProcess process) {
    return ExitRecord.read(layout.exitRecord(rank))
        .map(record -> outcome(record, process))
        .orElseGet(RankOutcome.Stopped::new);
  }

  private static RankOutcome outcome(ExitRecord record, RankProcess process) {
    if (record instanceof ExitRecord.FailStop stop) {
      return new RankOutcome.FailStopped(stop.code(), stop.message());
    }
    ExitRecord.Program program = (ExitRecord.Program) record;
    int code = program.code().orElse(process.status().value());
    return new RankOutcome.Finished(code & 0xff, program.cause());
  }

  private RankOutcome died(RankProcess process, Instant noticed, long noticedNs)
      throws InterruptedException {
    ports.ringDoorbells();
    ProcessStatus status = explained(process.status());
    crashLoop.died(
        ports.progress(incarnation),
        crashLoop.hasLivedOn(layout, rank, incarnation, status, livedUntil(noticedNs)));
    AtomicFile.write(layout.farthest(rank), crashLoop.farthest() + "\n");
    Optional<Path> report =
        Optional.of(layout.crash(rank, incarnation)).filter(Files::isRegularFile);
    hasCrashed |= report.isPresent();
    if (incarnation == 1 && crashLoop.farthest() == 0 && status.value() == JVM_NOT_STARTED) {
      endOrphans();
      return new RankOutcome.FailStopped(
          ErrorCode.CANNOT_START, "the Java virtual machine of rank " + rank + " did not start");
    }
    if (crashLoop.recognised()) {
      endOrphans();
      return new RankOutcome.FailStopped(ErrorCode.CRASH_LOOP, crashLoopMessage(status, report));
    }
    firstDeathNs = firstDeathNs == 0 ? noticedNs : firstDeathNs;
    // First of all: before that, the beginning of a line may be taken for the rest of one.
    ports.event(new RankEvent.Died(incarnation, status, report, noticed, crashLoop.pause()));
    endOrphans();
    pause(crashLoop.pause());
    return null;
  }

  /** Adds an advice if the kernel has killed the process for lack of memory. */
  private ProcessStatus explained(ProcessStatus status) {
    return status.isKill()
        ? memory.cause().map(why -> new ProcessStatus(status.value(), advice(why))).orElse(status)
        : status;
  }

  private String advice(String why) {
    return why
        + ", which the heaps of all ranks, the rest of their virtual machines and what FTMPJ keeps"
        + " of its logs in memory (options log.memory, log.segment) share: give ranks a smaller heap"
        + " (-J -Xmx...), or the job fewer ranks or more memory; see docs/detection.md";
  }

  /** The time since the end of its re-execution; empty if that had not ended. */
  private Optional<Duration> livedUntil(long endNs) {
    return firstDeathNs == 0 ? Optional.of(Duration.ofNanos(endNs - liveNs)) : Optional.empty();
  }

  /**
   * Ends the processes that the dead incarnation started, which would go on beside those of the
   * next one.
   */
  private void endOrphans() {
    List<String> orphans = new Orphans(layout.directory(), rank, incarnation).kill();
    if (!orphans.isEmpty()) {
      ports.event(new RankEvent.OrphansKilled(incarnation, orphans));
    }
  }

  private String crashLoopMessage(ProcessStatus status, Optional<Path> report) {
    return "rank "
        + rank
        + " died "
        + crashLoop.barren()
        + " times in a row without coming past operation "
        + crashLoop.farthest()
        + ", the last time (incarnation "
        + incarnation
        + ") by "
        + status
        + report.map(file -> "; report: " + file).orElse("");
  }

  /** Whether the rank has to stop by then. */
  private boolean isStoppedBy(Duration longest) throws InterruptedException {
    pause(longest);
    lock.lock();
    try {
      return stopRequested;
    } finally {
      lock.unlock();
    }
  }

  private void pause(Duration pause) throws InterruptedException {
    lock.lock();
    try {
      long left = pause.toNanos();
      while (left > 0 && !stopRequested) {
        left = stopping.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}

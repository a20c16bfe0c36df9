package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.job.CheckpointWait;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Stops a job before its time is over, so that it can be resumed. First requests a checkpoint from
 * all ranks, which take it if they can in time. One thread.
 */
final class WallTime {
  /** The longest time that is reserved for the end, apart from checkpoints. */
  private static final Duration MOST_MARGIN = Duration.ofSeconds(10);

  private static final int SHARE = 10;

  /**
   * The factor for the next checkpoint, which may be larger than the last one, and have to wait for
   * a call of MPI.
   */
  private static final int TIMES = 3;

  private static final long LOOK_MS = 100;
  private static final long LOOK_NS = LOOK_MS * 1_000_000;
  private static final int LOOKS = 100;

  private final Duration allowed;
  private final Deadline deadline;
  private final JobLayout layout;
  private final ControlBlock control;
  private final JobConsole console;
  private final Verdict verdict;

  private WallTime(
      Duration allowed,
      JobLayout layout,
      ControlBlock control,
      JobConsole console,
      Verdict verdict) {
    this.allowed = allowed;
    this.deadline = Deadline.in(allowed);
    this.layout = layout;
    this.control = control;
    this.console = console;
    this.verdict = verdict;
  }

  /** Begins to count. */
  static void start(
      Duration allowed,
      JobLayout layout,
      ControlBlock control,
      JobConsole console,
      Verdict verdict) {
    WallTime time = new WallTime(allowed, layout, control, console, verdict);
    Thread thread = new Thread(time::run, "wall time");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!verdict.isKnown() && deadline.leftNs() > margin().toNanos()) {
        verdict.awaitKnown(untilNextLook());
      }
      if (!verdict.isKnown()) {
        takeCheckpoints();
        verdict.stopped("its time (--walltime) is over");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      verdict.failed(e);
    }
  }

  /** Rarely as long as much time is left, because it reads the files of all ranks. */
  private Duration untilNextLook() {
    return Duration.ofNanos(Math.max(LOOK_NS, deadline.leftNs() / LOOKS));
  }

  /** The time before the end, for checkpoints to reach the disk, and the steps after them. */
  private Duration margin() {
    Duration floor = allowed.dividedBy(SHARE);
    floor = floor.compareTo(MOST_MARGIN) < 0 ? floor : MOST_MARGIN;
    long longestNs =
        IntStream.range(0, control.size())
            .mapToObj(rank -> CheckpointRecord.read(layout.checkpointRecord(rank)))
            .flatMap(Optional::stream)
            .flatMap(record -> record.last().stream())
            .mapToLong(CheckpointRecord.Last::durableNs)
            .max()
            .orElse(0);
    return floor.plusNanos(TIMES * longestNs);
  }

  /** Requests checkpoints from the ranks that take any, until half of the margin is over. */
  private void takeCheckpoints() throws InterruptedException {
    List<Integer> ranks =
        IntStream.range(0, control.size())
            .filter(control::takesCheckpoints)
            .filter(rank -> !Files.exists(layout.exitRecord(rank)))
            .boxed()
            .toList();
    if (ranks.isEmpty()) {
      return;
    }
    CheckpointWait wait = new CheckpointWait(layout, control, ranks);
    boolean isInTime = true;
    while (!verdict.isKnown() && !wait.isOver() && isInTime) {
      boolean isTimeLeft = deadline.leftNs() > margin().toNanos() / 2;
      Optional<CheckpointWait.Answered> answer = wait.next(isTimeLeft ? LOOK_MS : 0);
      answer.ifPresent(this::tell);
      isInTime = isTimeLeft || answer.isPresent();
    }
    if (!verdict.isKnown() && !wait.isOver()) {
      console.notice(
          "no checkpoint of ranks "
              + wait.awaited()
              + " in time: when the job is resumed, they repeat more");
    }
  }

  private void tell(CheckpointWait.Answered answer) {
    answer
        .refused()
        .filter(why -> !answer.hasEnded())
        .ifPresent(
            why ->
                console.notice(
                    "rank "
                        + answer.rank()
                        + " has no checkpoint of this moment, and repeats more when the job is"
                        + " resumed: "
                        + why));
  }
}

package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.job.CheckpointWait;
import org.ftmpj.hostd.job.CheckpointWait.Answered;
import org.ftmpj.launcher.registry.LogUse;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Keeps the logs of a job within its quota: looks at their size, asks ranks for checkpoints, by
 * which logs get shorter, and ends the job at the quota, so that it can be resumed with a larger
 * one. Beside the path of messages, which nothing of it holds up. One thread.
 */
final class QuotaWatch {
  /** From this part of the quota on, checkpoints are asked for. */
  private static final int BEGIN = 2;

  /** They are asked for again when the logs have grown by this part of it. */
  private static final int STEP = 16;

  /** Logs are pruned to the older one of two: the one that is taken now is the older one then. */
  private static final int CHECKPOINTS = 2;

  private static final int MIB = 20;

  private final LogQuota quota;
  private final JobLayout layout;
  private final JobConsole console;
  private final ControlBlock control;
  private final Verdict verdict;
  private final CheckpointWait wait;
  private final QuotaPace pace = new QuotaPace();

  /** How many checkpoints a rank that was asked has still to take. */
  private final Map<Integer, Integer> toTake = new HashMap<>();

  /** The ranks that cannot be captured, of which that was said. */
  private final Set<Integer> told = new HashSet<>();

  private long askAt;

  QuotaWatch(
      LogQuota quota, JobLayout layout, ControlBlock control, JobConsole console, Verdict verdict) {
    this.quota = quota;
    this.layout = layout;
    this.control = control;
    this.console = console;
    this.verdict = verdict;
    this.wait = new CheckpointWait(layout, control, List.of());
    this.askAt = quota.bytes() / BEGIN;
  }

  /**
   * To be called before ranks start, of a job that is resumed.
   *
   * @throws FtmpjException LOG_QUOTA
   */
  void requireRoom() {
    if (quota.isSet()) {
      require(LogUse.of(layout));
    }
  }

  /** Begins to look, if there is a quota. */
  void start() {
    if (quota.isSet()) {
      Thread thread = new Thread(this::run, "log quota");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    try {
      while (!verdict.isKnown()) {
        long startNs = System.nanoTime();
        look();
        rest(System.nanoTime() - startNs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      verdict.failed(e);
    }
  }

  private void look() {
    LogUse use = LogUse.of(layout);
    require(use);
    if (use.bytes() >= askAt) {
      use.endsOfLargest().forEach(this::ask);
      askAt = use.bytes() + quota.bytes() / STEP;
    } else {
      askAt = Math.max(quota.bytes() / BEGIN, Math.min(askAt, use.bytes() + quota.bytes() / STEP));
    }
    pace.seen(use.bytes(), Math.min(askAt, quota.bytes()), System.nanoTime());
  }

  private void require(LogUse use) {
    if (use.bytes() >= quota.bytes()) {
      throw new FtmpjException(
          ErrorCode.LOG_QUOTA,
          "the logs of the job take %d MiB, its quota (log.max) is %d MiB"
              .formatted(use.bytes() >> MIB, quota.bytes() >> MIB));
    }
  }

  private void ask(int rank) {
    if (control.takesCheckpoints(rank) && !Files.exists(layout.exitRecord(rank))) {
      toTake.put(rank, CHECKPOINTS);
      wait.ask(rank);
    }
  }

  /** Until the next look, and hears what ranks answer. */
  private void rest(long lookNs) throws InterruptedException {
    Deadline deadline = Deadline.in(pace.rest(lookNs));
    while (!deadline.isOver() && !verdict.isKnown()) {
      Duration left = Duration.ofNanos(deadline.leftNs());
      if (wait.isOver()) {
        verdict.awaitKnown(left);
      } else {
        wait.next(Math.max(1, left.toMillis())).ifPresent(this::answered);
      }
    }
  }

  private void answered(Answered answer) {
    int rank = answer.rank();
    Optional<String> why = answer.refused().filter(refused -> !hasEnded(rank));
    if (why.isPresent() && told.add(rank)) {
      console.notice(
          "rank %d cannot be captured: %s; so what is sent to it and by it is kept, however much that is, and at %d MiB (log.max) the job stops"
              .formatted(rank, why.get(), quota.bytes() >> MIB));
    }
    int left = answer.refused().isPresent() ? 0 : toTake.getOrDefault(rank, 1) - 1;
    toTake.put(rank, left);
    if (left > 0) {
      wait.ask(rank);
    }
  }

  private boolean hasEnded(int rank) {
    return Files.exists(layout.exitRecord(rank));
  }
}

package org.ftmpj.hostd.job;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.transport.control.ControlBlock;

/** Asks ranks of a running job for checkpoints, and waits for their answers. One thread. */
public final class CheckpointWait {
  /** The reason why a rank that has ended has no checkpoint. */
  public static final String ENDED = "it has ended";

  private static final long LOOK_MS = 50;
  private static final long LONG_MS = 60_000;

  private final JobLayout layout;
  private final ControlBlock control;

  /** The ranks that are waited for, with the number of the request. */
  private final Map<Integer, Long> asked = new TreeMap<>();

  /** Asks them. */
  public CheckpointWait(JobLayout layout, ControlBlock control, List<Integer> ranks) {
    this.layout = layout;
    this.control = control;
    ranks.forEach(this::ask);
  }

  /** Asks a rank; a repeated request has one answer together with the first. */
  public void ask(int rank) {
    asked.put(rank, control.requestCheckpoint(rank));
  }

  /**
   * The answer of a rank.
   *
   * @param refused why there is no checkpoint; empty if there is
   */
  public record Answered(int rank, Optional<String> refused, Optional<CheckpointRecord.Last> last) {
    /** Whether the rank no longer has to answer. */
    public boolean hasEnded() {
      return refused.equals(Optional.of(ENDED));
    }
  }

  /** The next answer, of any rank; empty if all have answered. */
  public Optional<Answered> next() throws InterruptedException {
    Optional<Answered> next = Optional.empty();
    while (next.isEmpty() && !isOver()) {
      next = next(LONG_MS);
    }
    return next;
  }

  /**
   * Returns the next answer, or empty after that time. An available answer is returned however late
   * this thread is.
   */
  public Optional<Answered> next(long longestMs) throws InterruptedException {
    Deadline deadline = Deadline.in(Duration.ofMillis(longestMs));
    while (!asked.isEmpty()) {
      // Before the ranks, so that their last answers before the end are seen.
      boolean isOver = !Files.exists(layout.job()) || Files.exists(layout.ended());
      for (Map.Entry<Integer, Long> one : asked.entrySet()) {
        int rank = one.getKey();
        Optional<Answered> answer = answer(rank, one.getValue(), isOver);
        if (answer.isPresent()) {
          asked.remove(rank);
          return answer;
        }
      }
      if (deadline.isOver()) {
        return Optional.empty();
      }
      Thread.sleep(Math.min(LOOK_MS, Math.max(1, longestMs)));
    }
    return Optional.empty();
  }

  /** Whether all have answered. */
  public boolean isOver() {
    return asked.isEmpty();
  }

  /** The ranks that have not answered. */
  public Set<Integer> awaited() {
    return asked.keySet();
  }

  private Optional<Answered> answer(int rank, long number, boolean isOver) {
    // Before its answer, which the rank writes first.
    boolean hasEnded = isOver || ExitRecord.read(layout.exitRecord(rank)).isPresent();
    Optional<CheckpointRecord> record = CheckpointRecord.read(layout.checkpointRecord(rank));
    if (record.isPresent() && record.get().answered() >= number) {
      return Optional.of(new Answered(rank, record.get().refused(), record.get().last()));
    }
    if (control.incarnation(rank) > 0 && !control.takesCheckpoints(rank)) {
      return refused(
          rank,
          "it takes no checkpoints (--checkpoint-every of `ftmpj run`), or is on another host: ask on the"
              + " launcher's");
    }
    return hasEnded ? refused(rank, ENDED) : Optional.empty();
  }

  private static Optional<Answered> refused(int rank, String why) {
    return Optional.of(new Answered(rank, Optional.of(why), Optional.empty()));
  }
}

package org.ftmpj.hostd.job;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.disk.CheckpointRequesting;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Asks ranks of this host for checkpoints for the quota of the job's logs, and tells the user, once
 * of each rank, that it cannot be captured. One thread.
 */
public final class LocalRequests implements CheckpointRequesting {
  private final LogQuota quota;
  private final JobLayout layout;
  private final ControlBlock control;
  private final Consumer<String> notice;
  private final CheckpointWait wait;

  /** The ranks that cannot be captured, of which that was said. */
  private final Set<Integer> told = new HashSet<>();

  /** The ranks that could not be captured at the last request, with the reasons. */
  private final Map<Integer, String> refused = new TreeMap<>();

  /**
   * @param control the block of this host
   * @param notice tells the user
   */
  public LocalRequests(
      LogQuota quota, JobLayout layout, ControlBlock control, Consumer<String> notice) {
    this.quota = quota;
    this.layout = layout;
    this.control = control;
    this.notice = notice;
    this.wait = new CheckpointWait(layout, control, List.of());
  }

  /** The answer of a rank. */
  record Answered(int rank, Answer answer) {}

  @Override
  public void ask(int rank) {
    isAsked(rank);
  }

  /**
   * Asks it as {@link #ask} does.
   *
   * @return whether its answer is awaited
   */
  boolean isAsked(int rank) {
    boolean canAnswer = control.takesCheckpoints(rank) && !hasEnded(rank);
    if (canAnswer && !wait.awaited().contains(rank)) {
      wait.ask(rank);
    }
    return canAnswer;
  }

  @Override
  public Optional<Answer> next(long longestMs) throws InterruptedException {
    return nextOfRank(longestMs).map(Answered::answer);
  }

  /** The next answer, and whose it is; empty as {@link #next} says. */
  Optional<Answered> nextOfRank(long longestMs) throws InterruptedException {
    // To look at the records of many ranks takes a while.
    return wait.next(Math.max(longestMs, 2L * wait.awaited().size())).map(this::answered);
  }

  private Answered answered(CheckpointWait.Answered one) {
    int rank = one.rank();
    Optional<String> why = one.refused().filter(refused -> !hasEnded(rank));
    if (why.isPresent() && told.add(rank)) {
      notice.accept(
          "rank %d cannot be captured: %s; so what is sent to it and by it is kept, however much that is, and at %d MiB (log.max) the job stops"
              .formatted(rank, why.get(), quota.mib()));
    }
    why.ifPresentOrElse(reason -> refused.put(rank, reason), () -> refused.remove(rank));
    return new Answered(rank, why.isPresent() ? Answer.REFUSED : Answer.TAKEN);
  }

  private boolean hasEnded(int rank) {
    return Files.exists(layout.exitRecord(rank));
  }

  @Override
  public String why() {
    List<String> all = new ArrayList<>();
    refused.forEach((rank, why) -> all.add("rank " + rank + " was not captured: " + why));
    for (int rank : wait.awaited()) {
      all.add(
          "rank "
              + rank
              + " has not come to a call of MPI, or written its checkpoint, since it was asked for one");
    }
    return all.isEmpty()
        ? "that much is needed by the last two checkpoints of its ranks"
        : String.join("; ", all);
  }

  @Override
  public boolean areOver() {
    return wait.isOver();
  }
}

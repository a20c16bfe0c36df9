package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.WaitsRecord;

/**
 * Counts deaths that brought the rank no farther. A death by a signal from outside is none of them
 * if that incarnation had repeated all and then waited in a call of MPI, or lived for long: what
 * kills it comes again and again, but it is not what the program does there.
 */
final class CrashLoop {
  private final RestartPolicy policy;
  private long farthest;
  private int barren;

  CrashLoop(RestartPolicy policy) {
    this.policy = policy;
  }

  /**
   * The rank has died.
   *
   * @param progress its operation clock then
   * @param livedOn whether it did so where a crash loop would not have come
   */
  void died(long progress, boolean livedOn) {
    barren = progress > farthest || livedOn ? 0 : barren + 1;
    farthest = Math.max(farthest, progress);
  }

  /**
   * Whether an incarnation that has died lived on where a crash loop would not have come.
   *
   * @param live for how long it did what none had done before; empty if it had not come so far
   */
  boolean hasLivedOn(
      JobLayout layout, int rank, int incarnation, ProcessStatus status, Optional<Duration> live) {
    return status.isFromOutside()
        && live.isPresent()
        && (live.get().compareTo(policy.longLife()) >= 0 || hasWaited(layout, rank, incarnation));
  }

  /** For a second or longer, when it died. */
  private static boolean hasWaited(JobLayout layout, int rank, int incarnation) {
    return WaitsRecord.read(layout.waits(rank))
        .filter(record -> record.incarnation() == incarnation && !record.waits().isEmpty())
        .isPresent();
  }

  boolean recognised() {
    return barren >= policy.barrenDeaths();
  }

  int barren() {
    return barren;
  }

  long farthest() {
    return farthest;
  }

  Duration pause() {
    return policy.pause(barren);
  }
}

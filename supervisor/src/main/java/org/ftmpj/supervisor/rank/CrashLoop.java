package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.WaitsRecord;

/**
 * Counts deaths without progress. A death by a signal from outside does not count if that
 * incarnation had repeated all and then waited in a call of MPI, or lived for long: its killer
 * comes again and again, but it is not what the program does there.
 */
final class CrashLoop {
  private final RestartPolicy policy;
  private long farthest;
  private int barren;

  CrashLoop(RestartPolicy policy) {
    this.policy = policy;
  }

  /**
   * Records the death of the rank.
   *
   * @param progress its operation clock at that time
   * @param livedOn whether it had gone farther than a crash loop would
   */
  void died(long progress, boolean livedOn) {
    barren = progress > farthest || livedOn ? 0 : barren + 1;
    farthest = Math.max(farthest, progress);
  }

  /**
   * Whether a dead incarnation had gone farther than a crash loop would.
   *
   * @param live the time since the end of its re-execution; empty if that had not ended
   */
  boolean hasLivedOn(
      JobLayout layout, int rank, int incarnation, ProcessStatus status, Optional<Duration> live) {
    return status.isFromOutside()
        && live.isPresent()
        && (live.get().compareTo(policy.longLife()) >= 0 || hasWaited(layout, rank, incarnation));
  }

  /** Whether it had waited in a call of MPI for a second or longer when it died. */
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

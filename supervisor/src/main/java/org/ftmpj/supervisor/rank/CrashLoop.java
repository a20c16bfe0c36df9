package org.ftmpj.supervisor.rank;

import java.time.Duration;

/** Counts deaths that brought the rank no farther. */
final class CrashLoop {
  private final RestartPolicy policy;
  private long farthest;
  private int barren;

  CrashLoop(RestartPolicy policy) {
    this.policy = policy;
  }

  /**
   * @param progress the rank's operation clock when it died
   */
  void died(long progress) {
    barren = progress > farthest ? 0 : barren + 1;
    farthest = Math.max(farthest, progress);
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

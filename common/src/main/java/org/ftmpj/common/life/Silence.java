package org.ftmpj.common.life;

import java.time.Duration;

/**
 * The time for which a counter has not changed, as its observer sees it. If a check is late, the
 * whole machine or process may have stood still: such a check proves little, and counts as one in
 * time. One thread.
 */
public final class Silence {
  private final long mostNs;
  private boolean hasLooked;
  private long seen;
  private long lookedNs;
  private long silentNs;

  /**
   * A silence.
   *
   * @param most longest silence that one check can find: the time between two checks, and some
   *     usual lateness
   */
  public Silence(Duration most) {
    this.mostNs = most.toNanos();
  }

  /**
   * Checks the counter.
   *
   * @param count its value
   * @param nowNs the time of a monotonic clock
   * @return the nanoseconds since its last change, as far as checks show, and not more
   */
  public long look(long count, long nowNs) {
    if (!hasLooked || count != seen) {
      silentNs = 0;
    } else {
      silentNs += Math.min(nowNs - lookedNs, mostNs);
    }
    hasLooked = true;
    seen = count;
    lookedNs = nowNs;
    return silentNs;
  }
}

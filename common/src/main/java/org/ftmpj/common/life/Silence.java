package org.ftmpj.common.life;

import java.time.Duration;

/**
 * For how long something that should go on counting has not, as one sees who looks at it now and
 * then. If the one who looks is late, it may be that the whole machine or process stood still: such
 * a look tells little, and counts as one that came in time. One thread.
 */
public final class Silence {
  private final long mostNs;
  private boolean hasLooked;
  private long seen;
  private long lookedNs;
  private long silentNs;

  /**
   * @param most how much silence one look can find: the time between two looks, and some lateness
   *     that is usual
   */
  public Silence(Duration most) {
    this.mostNs = most.toNanos();
  }

  /**
   * Looks again.
   *
   * @param count what it has counted
   * @param nowNs by a clock that no one sets
   * @return for how many nanoseconds it has not changed, as far as looks can tell; not more than
   *     that
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

package org.ftmpj.hostd.disk;

import java.time.Duration;

/**
 * The pause between two counts of the size of logs: the sooner they may reach a limit, the shorter.
 * Has no clock.
 */
final class QuotaPace {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** Also where a look itself takes long. */
  private static final Duration LONGEST_OF_ALL = Duration.ofSeconds(2);

  /** So often at least before they may be there, if they go on to grow as fast. */
  private static final int LOOKS = 4;

  /** A look takes no more than this part of the time, as a rule. */
  private static final int SHARE = 8;

  private long lastBytes;
  private long lastNs;

  /** The fastest growth of late; what was seen once may come again. */
  private double bytesPerNs;

  private long left;

  /**
   * @param until at how many bytes something is to be done
   */
  void seen(long bytes, long until, long nowNs) {
    double grown = (double) (bytes - lastBytes) / Math.max(1, nowNs - lastNs);
    bytesPerNs = lastNs == 0 ? 0 : Math.max(grown, bytesPerNs / 2);
    lastBytes = bytes;
    lastNs = nowNs;
    left = Math.max(0, until - bytes);
  }

  /**
   * @param lookNs how long the last look took
   */
  Duration rest(long lookNs) {
    double growsNs = bytesPerNs > 0 ? left / bytesPerNs / LOOKS : LONGEST.toNanos();
    double ofLookNs = Math.min(LONGEST_OF_ALL.toNanos(), (double) SHARE * lookNs);
    double leastNs = Math.max(SHORTEST.toNanos(), ofLookNs);
    return Duration.ofNanos((long) Math.max(leastNs, Math.min(growsNs, LONGEST.toNanos())));
  }
}

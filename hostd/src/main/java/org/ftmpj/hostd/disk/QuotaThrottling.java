package org.ftmpj.hostd.disk;

import java.time.Duration;

/**
 * Whether ranks are held up because their logs are about to come to the quota, and for how long the
 * job goes on at its quota: until checkpoints, which were asked for, let logs be removed. Has no
 * clock: times are from {@link System#nanoTime}. One thread.
 */
final class QuotaThrottling {
  /** In parts of the quota: from where on ranks are held up, and until when. */
  private static final int FROM = 14;

  private static final int UNTIL = 12;

  /**
   * The growth that logs are allowed while ranks are slowed down, since ranks do not stand still.
   */
  private static final int MOST = 24;

  private static final int PARTS = 16;

  /**
   * The number of consecutive failed captures of a rank that is allowed at the quota; a later
   * moment may do.
   */
  private static final int REFUSALS = 3;

  /** A checkpoint lets go what was logged before the one before it. */
  private static final int ROUNDS = 2;

  private final long quota;
  private final long patienceNs;
  private boolean isOn;
  private boolean isFull;
  private long fullNs;
  private boolean isRefused;
  private int refusals;
  private int rounds;

  /**
   * @param quota bytes
   * @param patience for how long the job goes on at it at most
   */
  QuotaThrottling(long quota, Duration patience) {
    this.quota = quota;
    this.patienceNs = patience.toNanos();
  }

  /** The size at which it begins. */
  long from() {
    return quota / PARTS * FROM;
  }

  /**
   * The logs have that size now.
   *
   * @return whether ranks are to be held up
   */
  boolean seen(long bytes, long nowNs) {
    boolean was = isOn;
    isOn = bytes >= from() || isOn && bytes >= quota / PARTS * UNTIL;
    rounds = isOn && was ? rounds : 0;
    if (bytes >= quota && !isFull) {
      fullNs = nowNs;
    }
    isFull = bytes >= quota;
    refusals = isFull ? refusals : 0;
    return isOn;
  }

  /** Whether ranks are to be asked again although the logs have not grown; then they are. */
  boolean isRoundDue() {
    return isOn && rounds < ROUNDS && ++rounds > 0;
  }

  /** A rank could not be captured. */
  void refused() {
    isRefused = true;
  }

  /** Notes that all requested ranks have answered. */
  void answered() {
    refusals = isFull && isRefused ? refusals + 1 : 0;
    isRefused = false;
  }

  /** Whether the job is to end, which has come to its quota. */
  boolean isOver(long bytes, long nowNs) {
    return isFull
        && (bytes >= quota / PARTS * MOST || nowNs - fullNs >= patienceNs || refusals >= REFUSALS);
  }
}

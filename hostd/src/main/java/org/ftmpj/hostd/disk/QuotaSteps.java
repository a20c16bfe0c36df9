package org.ftmpj.hostd.disk;

/**
 * At which sizes of a job's logs its ranks are asked for checkpoints: as seldom as the quota
 * allows, for each one holds the program up. A checkpoint lets go what was logged before the one
 * before it; so logs that are asked about at three quarters of the quota are half as large
 * afterwards, and the last quarter is what the program may log until the checkpoints are on the
 * disk. Has no clock.
 */
final class QuotaSteps {
  /** In parts of the quota, {@link #PARTS}: how much is logged between two checkpoints. */
  private static final int STEP = 6;

  /** The size from which on checkpoints are requested in any case. */
  private static final int LATE = 12;

  /** But not before the logs have grown by that, since what was asked for may not help. */
  private static final int LEAST = 1;

  private static final int PARTS = 16;

  private final long part;

  /** The smallest size since ranks were asked last. */
  private long least;

  private boolean isRefused;

  /**
   * @param quota bytes
   */
  QuotaSteps(long quota) {
    part = quota / PARTS;
  }

  /** Whether ranks are to be asked, at that size of the logs; then they are. */
  boolean areDue(long bytes) {
    boolean areDue = bytes >= next();
    if (areDue) {
      isRefused = false;
    }
    least = areDue ? bytes : Math.min(least, bytes);
    return areDue;
  }

  /** Records that a rank could not be captured at that moment: the ranks are asked again soon. */
  void refused() {
    isRefused = true;
  }

  /** The size at which they are asked next. */
  long next() {
    long soon = least + LEAST * part;
    return isRefused ? soon : Math.min(least + STEP * part, Math.max(LATE * part, soon));
  }
}

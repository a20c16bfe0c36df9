package org.ftmpj.hostd.disk;

import java.util.function.Consumer;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.transport.control.ControlBlock;

/** Holds the ranks of this host up, and tells the user once that it does. One thread. */
public final class ThrottledRanks {
  private static final int MIB = 20;

  private final LogQuota quota;
  private final ControlBlock control;
  private final Consumer<String> notice;
  private boolean isTold;

  /**
   * @param control the block of this host
   * @param notice tells the user
   */
  public ThrottledRanks(LogQuota quota, ControlBlock control, Consumer<String> notice) {
    this.quota = quota;
    this.control = control;
    this.notice = notice;
  }

  /** Slows the ranks down until the logs are counted, because these may be near the quota. */
  void holdAtOnce() {
    if (!control.areThrottled()) {
      control.throttle(true);
    }
  }

  /**
   * @param bytes that the logs take
   */
  void hold(boolean isToBe, long bytes) {
    if (isToBe != control.areThrottled()) {
      control.throttle(isToBe);
    }
    if (isToBe && !isTold) {
      isTold = true;
      notice.accept(
          ("the logs of the job take %d of the %d MiB that they may take (log.max): ranks send slowly whenever they do,"
                  + " until checkpoints let logs be removed; a minute after they have come to the quota the job stops (FTMPJ-1842)."
                  + " A larger quota spares that")
              .formatted(bytes >> MIB, quota.mib()));
    }
  }
}

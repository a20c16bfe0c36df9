package org.ftmpj.common.time;

import java.time.Duration;

/** The end of a wait, by the monotonic clock of this process. Thread-safe. */
public final class Deadline {
  private final long endNs;

  private Deadline(long endNs) {
    this.endNs = endNs;
  }

  /** The end of a time that begins now. */
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  public boolean isOver() {
    return leftNs() <= 0;
  }

  /** Nanoseconds until then; not more than 0 if it is over. */
  public long leftNs() {
    return endNs - System.nanoTime();
  }
}

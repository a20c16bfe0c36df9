package org.ftmpj.protocol.replay;

/**
 * Numbers the operations of a rank that may have an outcome of their own. An operation has the same
 * number in every incarnation. One thread.
 */
public final class OperationClock {
  private long now;

  /** Returns the number of the operation that begins. The first number is 1. */
  public long tick() {
    return ++now;
  }

  /** Makes a new clock go on after operation {@code last}. */
  public void restore(long last) {
    now = last;
  }

  /** The number of the last operation. */
  public long now() {
    return now;
  }
}

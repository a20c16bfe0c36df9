package org.ftmpj.protocol.replay;

/**
 * Numbers the operations of a rank that have, or may have, an outcome of their own: the same
 * operation has the same number in every incarnation. One thread.
 */
public final class OperationClock {
  private long now;

  /** The number of the operation that begins. The first one has 1. */
  public long tick() {
    return ++now;
  }

  /** Goes on after that operation; of a new clock. */
  public void restore(long last) {
    now = last;
  }

  /** The number of the last operation. */
  public long now() {
    return now;
  }
}

package org.ftmpj.protocol.rank;

/**
 * Numbers the operations of a rank that have, or may have, an outcome of their own: the same
 * operation has the same number in every incarnation. One thread.
 */
final class OperationClock {
  private long now;

  /** The number of the operation that begins. The first one has 1. */
  long tick() {
    return ++now;
  }

  /** Goes on after that operation; of a new clock. */
  void restore(long last) {
    now = last;
  }

  /** The number of the last operation. */
  long now() {
    return now;
  }
}

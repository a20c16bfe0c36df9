package org.ftmpj.protocol.rank;

/**
 * {@code System.nanoTime}, which has another origin in another virtual machine; for the program it
 * must not run backwards. One thread.
 */
final class NanoTime {
  private long last = Long.MIN_VALUE;
  private long offset;

  /** The state from which it goes on. */
  record Snapshot(long last, long offset) {}

  Snapshot snapshot() {
    return new Snapshot(last, offset);
  }

  /** Goes on from there; of a new one. */
  void restore(Snapshot from) {
    last = from.last();
    offset = from.offset();
  }

  /** The program is told once more what it was told in an earlier incarnation. */
  void repeat(long recorded) {
    last = recorded;
  }

  /** What the program is told when the virtual machine says that. */
  long next(long actual) {
    long value = actual + offset;
    if (last != Long.MIN_VALUE && value < last) {
      offset += last - value;
      value = last;
    }
    last = value;
    return value;
  }
}

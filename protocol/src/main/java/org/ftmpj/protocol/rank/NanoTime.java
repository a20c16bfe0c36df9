package org.ftmpj.protocol.rank;

/**
 * Keeps {@code System.nanoTime} from running backwards for the program, although its origin differs
 * from one virtual machine to the next. One thread.
 */
final class NanoTime {
  private long last = Long.MIN_VALUE;
  private long offset;

  /** The state of the clock. */
  record Snapshot(long last, long offset) {}

  Snapshot snapshot() {
    return new Snapshot(last, offset);
  }

  /** Restores the state in a new object. */
  void restore(Snapshot from) {
    last = from.last();
    offset = from.offset();
  }

  /** Notes a time that the program gets once more, from the record of an earlier incarnation. */
  void repeat(long recorded) {
    last = recorded;
  }

  /** The time for the program when the virtual machine says {@code actual}. */
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

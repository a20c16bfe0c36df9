package org.ftmpj.transport.channel;

import java.util.BitSet;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Which channels to a rank have records that it has not read, as far as the control block says so,
 * and which are to be looked at whatever it says. One thread.
 */
final class Hints {
  /** Every second bit. */
  private static final long EVEN = 0x5555_5555_5555_5555L;

  private final ControlBlock control;
  private final int rank;
  private final int size;

  /** The hint of each source up to which its log was read; one more if their number is odd. */
  private final int[] seen;

  private final BitSet doubted;

  /**
   * All are to be looked at once.
   *
   * @param rank the receiver
   */
  Hints(ControlBlock control, int rank) {
    this.control = control;
    this.rank = rank;
    this.size = control.size();
    this.seen = new int[size + size % 2];
    this.doubted = new BitSet(size);
    doubtAll();
  }

  /** The first source from that one on that is to be looked at; -1 if there is none. */
  int ready(int from) {
    int hinted = hinted(from);
    if (doubted.isEmpty()) {
      return hinted;
    }
    int next = doubted.nextSetBit(from);
    return next < 0 || hinted >= 0 && hinted < next ? hinted : next;
  }

  /** Looks at the hints of those that have ever sent, and of two neighbours at once. */
  private int hinted(int from) {
    long neighbours = -1L << (from & ~1);
    for (int first = from & -Long.SIZE; first < size; first += Long.SIZE) {
      long senders = control.senders(rank, first) & neighbours;
      neighbours = -1L;
      for (long even = (senders | senders >>> 1) & EVEN; even != 0; even &= even - 1) {
        int source = first + Long.numberOfTrailingZeros(even);
        long hints = control.hints(rank, source / 2);
        if ((int) hints != seen[source] && source >= from) {
          return source;
        }
        if ((int) (hints >>> 32) != seen[source + 1]) {
          return source + 1;
        }
      }
    }
    return -1;
  }

  /** So many of its records were read. */
  void read(int source, int records) {
    seen[source] += records;
  }

  /**
   * Its log was read to its end.
   *
   * @param hint what its hint was before
   */
  void readAll(int source, int hint) {
    seen[source] = hint;
    doubted.clear(source);
  }

  /** Its log is to be looked at, whatever the hint says. */
  void doubt(int source) {
    doubted.set(source);
  }

  /** All are to be looked at, whatever the hints say. */
  void doubtAll() {
    doubted.set(0, size);
  }
}

package org.ftmpj.transport.channel;

import java.util.BitSet;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The channels to a rank that have unread records according to the control block, and those that
 * have to be read whatever it says. One thread.
 */
final class Hints {
  /** A mask of every second bit. */
  private static final long EVEN = 0x5555_5555_5555_5555L;

  private final ControlBlock control;
  private final int rank;
  private final int size;

  /** The hint of each source up to which its log was read; the length is even. */
  private final int[] seen;

  private final BitSet doubted;

  /**
   * Creates the hints of a rank; all sources have to be read once.
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

  /** The first source from that one on whose log has to be read; -1 if there is none. */
  int ready(int from) {
    int hinted = hinted(from);
    if (doubted.isEmpty()) {
      return hinted;
    }
    int next = doubted.nextSetBit(from);
    return next < 0 || hinted >= 0 && hinted < next ? hinted : next;
  }

  /** Compares the hints of the sources that have ever sent, those of two neighbours at once. */
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

  /** Counts records of a source that were read. */
  void read(int source, int records) {
    seen[source] += records;
  }

  /**
   * Records that the source's log was read to its end.
   *
   * @param hint its hint before that
   */
  void readAll(int source, int hint) {
    seen[source] = hint;
    doubted.clear(source);
  }

  /** Has the source's log read whatever the hint says. */
  void doubt(int source) {
    doubted.set(source);
  }

  /** Has all logs read whatever the hints say. */
  void doubtAll() {
    doubted.set(0, size);
  }
}

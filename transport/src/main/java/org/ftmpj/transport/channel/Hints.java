package org.ftmpj.transport.channel;

import java.util.BitSet;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Which channels to a rank have records that it has not read, as far as the control block says so,
 * and which are to be looked at whatever it says. One thread.
 */
final class Hints {
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

  private int hinted(int from) {
    int source = from;
    if (source < size && source % 2 == 1) {
      if (control.hint(rank, source) != seen[source]) {
        return source;
      }
      source++;
    }
    for (; source < size; source += 2) {
      long hints = control.hints(rank, source / 2);
      if ((int) hints != seen[source]) {
        return source;
      }
      if ((int) (hints >>> 32) != seen[source + 1]) {
        return source + 1;
      }
    }
    return -1;
  }

  /** Whether that source is to be looked at. */
  boolean isReady(int source) {
    return control.hint(rank, source) != seen[source] || doubted.get(source);
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

  /** All are to be looked at, whatever the hints say. */
  void doubtAll() {
    doubted.set(0, size);
  }
}

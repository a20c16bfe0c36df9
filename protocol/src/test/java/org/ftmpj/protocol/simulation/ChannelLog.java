package org.ftmpj.protocol.simulation;

import java.util.Arrays;
import org.ftmpj.protocol.channel.Arrival;

/** The log of one channel, which survives every rank. */
final class ChannelLog {

  /**
   * @param arrival what comes out of the log; null if the writer died before it was whole
   * @param dependence what it depends on; null if that is not known
   */
  record Entry(Arrival arrival, long fixed, byte[] dynamic, Dependence dependence) {}

  private Entry[] entries = new Entry[16];
  private int size;

  /** Entries before that one are pruned. */
  private int pruned;

  int size() {
    return size;
  }

  Entry get(int i) {
    return entries[i];
  }

  void add(Entry entry) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    entries[size++] = entry;
  }

  int pruned() {
    return pruned;
  }

  /** Returns whether there was anything to prune. */
  boolean prune(int before) {
    if (before <= pruned) {
      return false;
    }
    pruned = before;
    return true;
  }

  /** How many entries there are up to that message, and with it; all if it is not there. */
  int after(long sequence) {
    int i = 0;
    for (long left = sequence; left > 0 && i < size; i++) {
      if (entries[i].arrival() instanceof Arrival.Message) {
        left--;
      }
    }
    return i;
  }

  /** That message, if it is in the log. */
  Entry message(long sequence) {
    for (int i = 0; i < size; i++) {
      if (entries[i].arrival() instanceof Arrival.Message m && m.sequence() == sequence) {
        return entries[i];
      }
    }
    return null;
  }
}

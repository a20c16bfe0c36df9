package org.ftmpj.protocol.simulation;

import java.util.Arrays;
import org.ftmpj.protocol.channel.Arrival;

/** The log of one channel, which survives every rank. */
final class ChannelLog {

  /**
   * @param arrival what comes out of the log; null if the writer died before it was whole
   * @param dependence what it depends on; null if that is not known
   * @param moves how often its writer had moved to another host
   * @param isRemoved whether it is pruned: only checks at the end still see it
   */
  record Entry(
      Arrival arrival,
      long fixed,
      byte[] dynamic,
      Dependence dependence,
      int moves,
      boolean isRemoved) {

    boolean isMessage() {
      return arrival instanceof Arrival.Message;
    }

    Entry removed() {
      return new Entry(arrival, fixed, dynamic, dependence, moves, true);
    }
  }

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
    for (; pruned < before; pruned++) {
      entries[pruned] = entries[pruned].removed();
    }
    return true;
  }

  /** How many messages there are before the first that is not removed. */
  long removedMessages() {
    long removed = 0;
    for (int i = 0; i < size; i++) {
      if (entries[i].isMessage() && !entries[i].isRemoved()) {
        break;
      }
      removed += entries[i].isMessage() ? 1 : 0;
    }
    return removed;
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

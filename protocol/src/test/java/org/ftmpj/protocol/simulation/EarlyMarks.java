package org.ftmpj.protocol.simulation;

import java.util.HashSet;
import java.util.Set;

/** The matched marks that a rank has published too early, by mistake. */
final class EarlyMarks {
  private final int ranks;
  private final Set<Long> early = new HashSet<>();

  EarlyMarks(int ranks) {
    this.ranks = ranks;
  }

  void add(int source, long sequence) {
    early.add(key(source, sequence));
  }

  /** Whether that one was published, which is so once. */
  boolean remove(int source, long sequence) {
    return early.remove(key(source, sequence));
  }

  private long key(int source, long sequence) {
    return sequence * ranks + source;
  }
}

package org.ftmpj.samples.nas.is;

/** The keys of this rank's buckets, ranked by counting. */
final class RankedKeys {
  private final int[] keys;
  private final int from;
  private final int before;

  /** How many keys of this rank are less than each from {@link #from}; one more than there are. */
  private final int[] less;

  /**
   * Ranks them.
   *
   * @param from the least key there can be
   * @param to the least key there cannot be any more
   * @param before how many keys there are on ranks with lesser ones
   */
  RankedKeys(int[] keys, int from, int to, int before) {
    this.keys = keys;
    this.from = from;
    this.before = before;
    this.less = new int[to - from + 1];
    for (int key : keys) {
      less[key - from + 1]++;
    }
    for (int i = 1; i < less.length; i++) {
      less[i] += less[i - 1];
    }
  }

  int size() {
    return keys.length;
  }

  boolean owns(int key) {
    return key >= from && key < from + less.length - 1;
  }

  /** How many keys of all ranks are less than one that belongs here. */
  int rankOf(int key) {
    return before + less[key - from];
  }

  /** All of them, put where their ranks say. */
  int[] sorted() {
    int[] next = less.clone();
    int[] sorted = new int[keys.length];
    for (int key : keys) {
      sorted[next[key - from]++] = key;
    }
    return sorted;
  }
}

package org.ftmpj.checkpoint.image;

import java.util.ArrayList;
import java.util.List;

/** A long sequence of integers, which grows without being copied. */
final class Numbers {
  private static final int CHUNK = 1 << 16;

  private final List<int[]> chunks = new ArrayList<>();
  private int[] last = new int[0];
  private int used;
  private int chunk = -1;
  private int next = CHUNK;

  void add(int number) {
    if (used == last.length) {
      last = new int[CHUNK];
      used = 0;
      chunks.add(last);
    }
    last[used++] = number;
  }

  int get(int index) {
    return chunks.get(index / CHUNK)[index % CHUNK];
  }

  /** Reads the next number. */
  int read() {
    if (next == CHUNK) {
      chunk++;
      next = 0;
    }
    return chunks.get(chunk)[next++];
  }
}

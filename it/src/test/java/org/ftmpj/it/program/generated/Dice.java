package org.ftmpj.it.program.generated;

/** Chance that is the same in every run: it follows from some numbers. */
final class Dice {
  private long state;

  Dice(long... of) {
    for (long number : of) {
      state = mix(state * 31 + number);
    }
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  int below(int bound) {
    return (int) Long.remainderUnsigned(next(), bound);
  }

  boolean oneIn(int number) {
    return below(number) == 0;
  }

  int between(int least, int most) {
    return least + below(most - least + 1);
  }

  /** The numbers 0 to {@code size - 1} in some order. */
  int[] order(int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int other = below(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

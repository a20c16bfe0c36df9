package org.ftmpj.protocol.simulation;

/** Seeded chance: SplitMix64. One thread. */
final class Dice {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  Dice(long seed) {
    state = mix(seed);
  }

  /** A hash of its argument, all bits of which depend on all bits. */
  static long mix(long value) {
    long z = value + STEP;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  long next() {
    state += STEP;
    return mix(state);
  }

  /** From 0 to below {@code bound}. */
  int below(int bound) {
    return (int) ((next() >>> 33) * bound >>> 31);
  }

  boolean oneIn(int n) {
    return below(n) == 0;
  }
}

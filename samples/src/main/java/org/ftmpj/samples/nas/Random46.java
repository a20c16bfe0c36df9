package org.ftmpj.samples.nas;

/**
 * The pseudo-random numbers of the NAS Parallel Benchmarks: x(k+1) = a x(k) mod 2^46 (RNR-94-007,
 * section 2.3). Of a product of two longs the low 46 bits are exact, so there is no need to
 * multiply in halves as the report does with floating-point numbers.
 */
public final class Random46 {
  /** 5^13, the multiplier of all kernels. */
  private static final long MULTIPLIER = 1_220_703_125L;

  private static final long MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private long state;

  /**
   * A sequence.
   *
   * @param seed what the first number is made from
   */
  public Random46(long seed) {
    this.state = seed;
  }

  /** The next number, greater than 0 and less than 1. */
  public double next() {
    state = state * MULTIPLIER & MASK;
    return state * UNIT;
  }

  /** Passes over so many numbers, in a time that grows with the logarithm. */
  public Random46 skip(long count) {
    long factor = 1;
    long square = MULTIPLIER;
    for (long rest = count; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        factor = factor * square & MASK;
      }
      square = square * square & MASK;
    }
    state = state * factor & MASK;
    return this;
  }
}

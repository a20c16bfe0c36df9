package org.ftmpj.samples;

/** Something to compute that takes its time and cannot be foreseen. */
public final class Work {
  private Work() {}

  /**
   * Mixes a number.
   *
   * @param rounds about two nanoseconds each
   */
  public static long mix(long value, int rounds) {
    long x = value == 0 ? 1 : value;
    for (int i = 0; i < rounds; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}

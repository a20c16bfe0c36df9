package org.ftmpj.it.job;

import java.util.Random;

/**
 * The seed of a test run: system property {@code it.seed}, or another one each time. Tests print
 * what they make of it.
 */
public final class Seed {
  private static final long BASE = Long.getLong("it.seed", System.nanoTime() & 0xFFFFFF);

  private Seed() {}

  public static long base() {
    return BASE;
  }

  /** Random numbers that depend on the seed and on who asks. */
  public static Random random(Object... who) {
    return new Random(BASE * 31 + java.util.Arrays.deepHashCode(who));
  }
}

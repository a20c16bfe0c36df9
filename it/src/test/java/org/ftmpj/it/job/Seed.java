package org.ftmpj.it.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The seed of a test run: system property {@code test.seed}, which {@code ./ftmpj test} gives to
 * all tests, or another one each time. Tests print what they make of it.
 */
public final class Seed {
  private static final long BASE = Long.getLong("test.seed", System.nanoTime() & 0xFFFFFF);

  private Seed() {}

  public static long base() {
    return BASE;
  }

  /** Random numbers that depend on the seed and on what they are for. */
  public static Random random(Object... who) {
    return new Random(BASE * 31 + Arrays.deepHashCode(who));
  }

  /**
   * Some of several cases: a build runs those that the seed says, {@code -Dtest.full=true} all.
   *
   * @param who asks
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // Only read.
  public static <T> Stream<T> some(int number, String who, T... all) {
    if (Boolean.getBoolean("test.full")) {
      return Stream.of(all);
    }
    List<T> shuffled = new ArrayList<>(List.of(all));
    Collections.shuffle(shuffled, random(who));
    List<T> some = shuffled.subList(0, number);
    System.out.printf("%s: seed %d, of %s only %s%n", who, BASE, Arrays.toString(all), some);
    return some.stream();
  }
}

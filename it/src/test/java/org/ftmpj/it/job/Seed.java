package org.ftmpj.it.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.testing.Rotated;

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
   * One of several cases; {@code -Dtest.full=true} has them all. As many rounds of {@link Rotated}
   * as there are cases have each of them once, in an order of their own.
   *
   * @param who asks
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // Only read.
  public static <T> Stream<T> one(String who, T... all) {
    if (Boolean.getBoolean("test.full")) {
      return Stream.of(all);
    }
    long round = Long.getLong("test.commit", BASE) / Rotated.ROUND;
    List<T> shuffled = new ArrayList<>(List.of(all));
    Collections.shuffle(shuffled, new Random(who.hashCode() + round / all.length));
    T one = shuffled.get((int) (round % all.length));
    System.out.printf("%s: round %d, of %s only %s%n", who, round, Arrays.toString(all), one);
    return Stream.of(one);
  }
}

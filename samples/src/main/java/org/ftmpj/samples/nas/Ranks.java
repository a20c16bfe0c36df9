package org.ftmpj.samples.nas;

import java.util.function.IntPredicate;

/**
 * On how many ranks a kernel runs.
 *
 * @param kind in words, which numbers there are
 * @param most the largest
 * @param allowed of those that are not larger, which
 */
public record Ranks(String kind, int most, IntPredicate allowed) {
  /** All powers of two up to one of them. */
  public static Ranks powersOfTwo(int most) {
    return new Ranks("a power of two of ranks", most, number -> Integer.bitCount(number) == 1);
  }

  /** All squares up to one of them. */
  public static Ranks squares(int most) {
    return new Ranks(
        "a square number of ranks", most, number -> Math.pow((int) Math.sqrt(number), 2) == number);
  }

  /**
   * Refuses other numbers.
   *
   * @param name of the kernel
   * @throws IllegalArgumentException if it does not run on so many
   */
  void require(String name, int number) {
    if (number > most || !allowed.test(number)) {
      throw new IllegalArgumentException(
          name + " runs on " + kind + ", at most " + most + ", not on " + number);
    }
  }
}

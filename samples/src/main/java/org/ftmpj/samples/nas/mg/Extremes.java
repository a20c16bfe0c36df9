package org.ftmpj.samples.nas.mg;

import java.util.Arrays;

/** The smallest of many values, with the numbers of what has them. */
final class Extremes {
  private final double[] values;
  private final long[] numbers;

  /**
   * None yet.
   *
   * @param count how many to keep
   */
  Extremes(int count) {
    this.values = new double[count];
    this.numbers = new long[count];
    Arrays.fill(values, Double.POSITIVE_INFINITY);
  }

  /** Keeps a value if it is one of the smallest. */
  void offer(double value, long number) {
    int last = values.length - 1;
    if (value >= values[last]) {
      return;
    }
    int place = last;
    while (place > 0 && values[place - 1] > value) {
      values[place] = values[place - 1];
      numbers[place] = numbers[place - 1];
      place--;
    }
    values[place] = value;
    numbers[place] = number;
  }

  /** What has the smallest values, in their order. */
  long[] numbers() {
    return numbers;
  }

  /** Each value, followed by its number, which is exact up to 2^53. */
  double[] toArray() {
    double[] pairs = new double[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      pairs[2 * i] = values[i];
      pairs[2 * i + 1] = numbers[i];
    }
    return pairs;
  }
}

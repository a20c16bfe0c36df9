package org.ftmpj.it.soak;

import java.util.List;
import java.util.Optional;

/**
 * Whether something grows: the median of the last quarter of its measurements against that of the
 * second. The first quarter is warming up.
 *
 * @param before median of the second quarter
 * @param after median of the last quarter
 * @param allowance by how much it may grow
 */
record Trend(long before, long after, long allowance) {
  /** Fewer measurements than that say nothing. */
  static final int ENOUGH = 12;

  /** Empty if there are too few measurements. */
  static Optional<Trend> of(Gauge gauge, List<Long> values) {
    int quarter = values.size() / 4;
    if (values.size() < ENOUGH) {
      return Optional.empty();
    }
    long before = median(values.subList(quarter, 2 * quarter));
    long after = median(values.subList(values.size() - quarter, values.size()));
    return Optional.of(new Trend(before, after, gauge.allowance(before)));
  }

  boolean grows() {
    return after - before > allowance;
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}

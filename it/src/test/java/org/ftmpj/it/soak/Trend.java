package org.ftmpj.it.soak;

import java.util.List;
import java.util.Optional;

/**
 * Whether something grows: the level of the last quarter of its measurements against that of the
 * second. The first quarter is warming up. The level is what a tenth of the measurements are not
 * above: that of quiet moments. Jobs come and go, and a leak is what stays when they have gone.
 *
 * @param before level of the second quarter
 * @param after level of the last quarter
 * @param allowance by how much it may grow
 */
record Trend(long before, long after, long allowance) {
  /** Fewer measurements than that, some eight minutes, may have no quiet moment in a quarter. */
  static final int ENOUGH = 48;

  /** Empty if there are too few measurements. */
  static Optional<Trend> of(Gauge gauge, List<Long> values) {
    int quarter = values.size() / 4;
    if (values.size() < ENOUGH) {
      return Optional.empty();
    }
    long before = level(values.subList(quarter, 2 * quarter));
    long after = level(values.subList(values.size() - quarter, values.size()));
    return Optional.of(new Trend(before, after, gauge.allowance(before)));
  }

  boolean grows() {
    return after - before > allowance;
  }

  private static long level(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 10).findFirst().orElseThrow();
  }
}

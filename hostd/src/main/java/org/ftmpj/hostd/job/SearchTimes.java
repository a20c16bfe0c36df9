package org.ftmpj.hostd.job;

import java.time.Duration;

/**
 * How a host looks for a coordinator when it has lost the one that it had.
 *
 * @param look between two looks
 * @param longest after which it stops its ranks
 */
record SearchTimes(Duration look, Duration longest) {
  /** Of the product. */
  static final SearchTimes STANDARD =
      new SearchTimes(Duration.ofSeconds(1), Duration.ofMinutes(15));
}

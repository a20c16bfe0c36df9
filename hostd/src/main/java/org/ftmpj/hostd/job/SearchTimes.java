package org.ftmpj.hostd.job;

import java.time.Duration;

/**
 * How a host looks for a coordinator when it has lost the one that it had.
 *
 * @param look between two looks
 * @param longest after which it stops its ranks
 * @param atEnd after which it leaves when its ranks were stopped before: event loggers of the job's
 *     own end with their hosts, and then nobody says what has become of it
 */
record SearchTimes(Duration look, Duration longest, Duration atEnd) {
  /** Of the product. */
  static final SearchTimes STANDARD =
      new SearchTimes(Duration.ofSeconds(1), Duration.ofMinutes(15), Duration.ofMinutes(1));
}

package org.ftmpj.hostd.job;

import java.time.Duration;

/**
 * The times of a host's search for a coordinator after it has lost the previous one.
 *
 * @param look pause between two attempts
 * @param longest time after which it stops its ranks
 * @param brief the same time where probably no process is left to say what has become of the job:
 *     its ranks were stopped before, and event loggers of the job's own end with their hosts; or
 *     the loggers may not have agreed on anything before the launcher was lost
 */
record SearchTimes(Duration look, Duration longest, Duration brief) {
  /** The usual times. */
  static final SearchTimes STANDARD =
      new SearchTimes(Duration.ofSeconds(1), Duration.ofMinutes(15), Duration.ofMinutes(1));
}

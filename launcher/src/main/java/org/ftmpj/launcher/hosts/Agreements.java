package org.ftmpj.launcher.hosts;

import java.time.Duration;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;

/** The agreement of a job's event loggers, for processes of this module. */
final class Agreements {
  /** Who asks does so again. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Agreements() {}

  /**
   * Does not connect yet; what it connects ends with this process.
   *
   * @param job its identity
   */
  static LoggersAgreement of(JobLoggers loggers, String job) {
    return new LoggersAgreement(loggers, job, PATIENCE);
  }
}

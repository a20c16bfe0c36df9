package org.ftmpj.logger.client;

import java.io.IOException;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.Retention;

/** The event loggers of a job, in ensembles of one or more: in each, a majority is enough. */
public record JobLoggers(Loggers loggers, Secret secret) {

  /**
   * The loggers of the job with that directory, which has its secret.
   *
   * @throws FtmpjException {@code WRONG_SECRET} if that cannot be read
   */
  public static JobLoggers of(JobLayout layout, Loggers all) {
    try {
      return new JobLoggers(all, Secret.read(layout.secret()));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + Reason.of(e) + ")", e);
    }
  }

  /** The log of a writer, which is never pruned, in its ensemble. Does not connect yet. */
  public EventLog log(Incarnation writer, LoggerNotices notices) {
    return log(writer, notices, Retention.ALL);
  }

  /**
   * The log of a writer, in its ensemble. Does not connect yet.
   *
   * @param notices is notified of loggers that do not answer
   * @param needed the records that may still be read; loggers drop the others
   */
  public EventLog log(Incarnation writer, LoggerNotices notices, Retention needed) {
    int number = loggers.ensembleOf(writer.rank());
    Ensemble ensemble = loggers.ensembles().get(number);
    LoggerNotices its = new NoticesOfEnsemble(notices, number, loggers.before(number));
    return new QuorumEventLog(
        new QuorumEventLog.Settings(ensemble.members(), secret, writer, its, needed));
  }
}

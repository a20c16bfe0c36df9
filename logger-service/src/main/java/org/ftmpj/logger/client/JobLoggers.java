package org.ftmpj.logger.client;

import java.io.IOException;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.journal.Needed;

/** The event loggers of a job: one, or ensembles in each of which a majority is enough. */
public record JobLoggers(Loggers loggers, Secret secret) {

  /**
   * Those of the job with that directory, which has its secret.
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

  /** The same, of which all may be read. */
  public EventLog log(Incarnation writer, String who, LoggerNotices notices) {
    return log(writer, who, notices, Needed.ALL);
  }

  /**
   * The log of a writer, in its ensemble. Does not connect yet.
   *
   * @param who how the user is told who waits for a single event logger that is away
   * @param notices is told which of several do not answer
   * @param needed which records may still be read; loggers drop the others
   */
  public EventLog log(Incarnation writer, String who, LoggerNotices notices, Needed needed) {
    int number = loggers.ensembleOf(writer.rank());
    Ensemble ensemble = loggers.ensembles().get(number);
    if (ensemble.members().size() > 1) {
      LoggerNotices its = new NoticesOfEnsemble(notices, number, loggers.before(number));
      return new QuorumEventLog(
          new QuorumEventLog.Settings(ensemble.members(), secret, writer, its, needed));
    }
    HostPort only = ensemble.members().get(0);
    return new RemoteEventLog(
        new RemoteEventLog.Settings(only.host(), only.port(), secret, writer, needed), who);
  }
}

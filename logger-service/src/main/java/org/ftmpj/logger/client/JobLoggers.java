package org.ftmpj.logger.client;

import java.io.IOException;
import java.util.List;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;

/**
 * The event loggers of a job: one, or several of which a majority is enough.
 *
 * @param all where they listen; in the same order for all processes of the job
 */
public record JobLoggers(List<HostPort> all, Secret secret) {
  public JobLoggers {
    all = List.copyOf(all);
  }

  /**
   * Those of the job with that directory, which has its secret.
   *
   * @throws FtmpjException {@code WRONG_SECRET} if that cannot be read
   */
  public static JobLoggers of(JobLayout layout, List<HostPort> all) {
    try {
      return new JobLoggers(all, Secret.read(layout.secret()));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + Reason.of(e) + ")", e);
    }
  }

  /**
   * The log of a writer there. Does not connect yet.
   *
   * @param who how the user is told who waits for a single event logger that is away
   * @param notices is told which of several do not answer
   */
  public EventLog log(Incarnation writer, String who, LoggerNotices notices) {
    if (all.size() > 1) {
      return new QuorumEventLog(new QuorumEventLog.Settings(all, secret, writer, notices));
    }
    HostPort only = all.get(0);
    return new RemoteEventLog(
        new RemoteEventLog.Settings(only.host(), only.port(), secret, writer), who);
  }
}

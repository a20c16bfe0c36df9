package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.hostd.logs.DeterminantStream;
import org.ftmpj.logger.client.RemoteEventLog;

/**
 * The streams of determinants of lost hosts, as the event logger has them. One that is read is
 * fenced before: whatever is left of the host can add nothing to it any more, so nothing that needs
 * a new determinant leaves it. One thread.
 */
final class LostStreams {
  /** Of the daemon that has written a stream. */
  private static final int WRITER = 1;

  private final HostPort logger;
  private final Secret secret;
  private final String job;
  private final Placement placement;
  private final Map<Integer, Integer> readers = new TreeMap<>();

  /**
   * @param logger the event logger of the job
   * @param layout of the launcher's directory of the job
   * @param placement any of the job
   */
  LostStreams(HostPort logger, JobLayout layout, Placement placement) {
    this.logger = logger;
    this.job = JobIdentity.of(layout).name();
    this.placement = placement;
    try {
      this.secret = Secret.read(layout.secret());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + Reason.of(e) + ")", e);
    }
  }

  /**
   * Fences the stream of a host and reads all of it.
   *
   * @param record called with each record in order; the buffer is valid during the call only
   */
  void read(int host, Consumer<ByteBuffer> record) {
    int reader = readers.merge(host, WRITER + 1, (before, first) -> before + 1);
    RemoteEventLog.Settings settings =
        new RemoteEventLog.Settings(
            logger.host(),
            logger.port(),
            secret,
            DeterminantStream.writer(job, placement, host, reader));
    try (RemoteEventLog log = new RemoteEventLog(settings)) {
      log.history(1, record);
    }
  }
}

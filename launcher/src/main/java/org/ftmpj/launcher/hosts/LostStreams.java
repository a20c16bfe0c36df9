package org.ftmpj.launcher.hosts;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.logs.DeterminantStream;
import org.ftmpj.hostd.logs.StoredStream;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggerNotices;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.protocol.event.EventLog;

/**
 * The streams of determinants of lost hosts, as the event logger has them. One that is read is
 * fenced before: whatever is left of the host can add nothing to it any more, so nothing that needs
 * a new determinant leaves it. One thread, but for the end.
 */
final class LostStreams implements MovingHistory.Streams {
  private final JobLoggers loggers;
  private final LoggerNotices notices;
  private final String job;
  private final Placement placement;
  private final Notebook notes;
  private final Map<Integer, EventLog> open = new TreeMap<>(); // guarded by this
  private boolean isClosed; // guarded by this

  /**
   * @param loggers the event loggers of the job
   * @param notices is told which of several do not answer
   * @param layout of the launcher's directory of the job
   * @param placement any of the job
   * @param notes gives out the incarnations that read
   */
  LostStreams(
      JobLoggers loggers,
      LoggerNotices notices,
      JobLayout layout,
      Placement placement,
      Notebook notes) {
    this.notes = notes;
    this.loggers = loggers;
    this.notices = notices;
    this.job = JobIdentity.of(layout).name();
    this.placement = placement;
  }

  /**
   * Fences the stream of a host and reads all of it.
   *
   * @param record called with each record in order; the buffer is valid during the call only
   */
  @Override
  public void read(int host, Consumer<ByteBuffer> record) throws InterruptedException {
    int reader = notes.nextReader(host);
    EventLog log = open(host, DeterminantStream.writer(job, placement, host, reader));
    StoredStream.read(log, (number, each, bytes) -> record.accept(bytes));
  }

  /**
   * Opens a log, which stays open so that loggers that have been away, or lost their disks, get all
   * again.
   */
  private synchronized EventLog open(int host, Incarnation reader) {
    if (isClosed) {
      throw new IllegalStateException("Lost hosts are not dealt with any more");
    }
    EventLog log = loggers.log(reader, notices);
    EventLog before = open.put(host, log);
    if (before != null) {
      before.close();
    }
    return log;
  }

  /** Ends it, also a reading that waits for event loggers. Any thread. */
  @Override
  public synchronized void close() {
    isClosed = true;
    open.values().forEach(EventLog::close);
  }
}

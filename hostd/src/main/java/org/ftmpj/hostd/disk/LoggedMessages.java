package org.ftmpj.hostd.disk;

import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The bytes of messages that the ranks of a job on this host have logged so far, including those
 * pruned since. Read from shared memory, which costs next to nothing. One thread.
 */
public final class LoggedMessages {
  private final ControlBlock control;
  private final List<BulkReader> logs;

  /**
   * @param control the control block of this host
   * @param ranks the number of ranks with logs on this host: all of the job, or 0 if only event
   *     loggers run here
   */
  public LoggedMessages(JobLayout layout, ControlBlock control, int ranks) {
    this.control = control;
    logs = IntStream.range(0, ranks).mapToObj(rank -> new BulkReader(layout.bulk(rank))).toList();
  }

  /**
   * Returns the sum over all ranks.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  long bytes() {
    return IntStream.range(0, logs.size())
        .mapToLong(rank -> control.logged(rank) + logs.get(rank).written())
        .sum();
  }
}

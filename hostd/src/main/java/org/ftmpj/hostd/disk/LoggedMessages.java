package org.ftmpj.hostd.disk;

import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Counts the bytes of messages that the ranks of a job on this host have logged so far, pruned or
 * not. It reads shared memory, which costs next to nothing. One thread.
 */
public final class LoggedMessages {
  private final ControlBlock control;
  private final List<BulkReader> logs;

  /**
   * @param control the block of this host
   * @param ranks so many have logs here: all of the job, or none where there are event loggers only
   */
  public LoggedMessages(JobLayout layout, ControlBlock control, int ranks) {
    this.control = control;
    logs = IntStream.range(0, ranks).mapToObj(rank -> new BulkReader(layout.bulk(rank))).toList();
  }

  /**
   * The bytes of all ranks together.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  long bytes() {
    return IntStream.range(0, logs.size())
        .mapToLong(rank -> control.logged(rank) + logs.get(rank).written())
        .sum();
  }
}

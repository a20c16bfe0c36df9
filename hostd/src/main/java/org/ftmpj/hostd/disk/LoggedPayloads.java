package org.ftmpj.hostd.disk;

import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.BulkReader;

/**
 * Counts the bytes of large messages that the ranks of a job on this host have logged so far,
 * pruned or not. It reads shared memory, which costs next to nothing. One thread.
 */
final class LoggedPayloads {
  private final List<BulkReader> logs;

  LoggedPayloads(JobLayout layout, int ranks) {
    logs = IntStream.range(0, ranks).mapToObj(rank -> new BulkReader(layout.bulk(rank))).toList();
  }

  /**
   * The bytes of all ranks together.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  long bytes() {
    return logs.stream().mapToLong(BulkReader::written).sum();
  }
}

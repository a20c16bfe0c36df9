package org.ftmpj.hostd.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.direct.RankAddresses;

/**
 * The bytes of messages that the ranks of a job on this host have logged so far, including those
 * pruned since. Read from shared memory, which costs next to nothing. One thread.
 */
public final class LoggedMessages {
  private final ControlBlock control;
  private final int ranks;
  private final List<BulkReader> logs = new ArrayList<>();

  /**
   * @param control the control block of this host
   * @param ranks the number of ranks with logs on this host: all of the job, or 0 if only event
   *     loggers run here
   */
  public LoggedMessages(JobLayout layout, ControlBlock control, int ranks) {
    this.control = control;
    this.ranks = ranks;
    Set<Integer> connected =
        RankAddresses.find(layout).map(addresses -> addresses.remote().keySet()).orElse(Set.of());
    for (int rank = 0; rank < ranks; rank++) {
      if (connected.contains(rank)) {
        addFrom(layout, rank, connected);
      } else {
        logs.add(new BulkReader(layout.bulk(rank)));
      }
    }
  }

  /** Adds what each rank of this host receives from a rank that it is connected with. */
  private void addFrom(JobLayout layout, int source, Set<Integer> connected) {
    IntStream.range(0, ranks)
        .filter(rank -> !connected.contains(rank))
        .forEach(rank -> logs.add(new BulkReader(layout.bulk(source, rank))));
  }

  /**
   * Returns the sum over all ranks.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  long bytes() {
    return IntStream.range(0, ranks).mapToLong(control::logged).sum()
        + logs.stream().mapToLong(BulkReader::written).sum();
  }
}

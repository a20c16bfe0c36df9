package org.ftmpj.logger.server;

import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.Needed;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * A job on the host of its event logger, which tails the determinant logs of its ranks.
 *
 * @param name of the job in its ranks' connections
 */
public record LocalJob(JobLayout layout, String name) {

  /**
   * The determinants of a rank that its checkpoints need: all, until it has published its needed
   * positions.
   */
  Needed needed(int rank) {
    return new NeededByRank(layout, rank);
  }

  /** The needed determinants of one rank. Used by one thread at a time. */
  private static final class NeededByRank implements Needed {
    private final JobLayout layout;
    private final int rank;
    private NeededPositions known;

    NeededByRank(JobLayout layout, int rank) {
      this.layout = layout;
      this.rank = rank;
    }

    @Override
    public long from() {
      if (known == null) {
        known = NeededPositions.find(layout.needed(rank));
      }
      return known == null ? 0 : known.record();
    }
  }
}

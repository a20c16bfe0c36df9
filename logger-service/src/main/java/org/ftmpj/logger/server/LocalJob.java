package org.ftmpj.logger.server;

import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.Retention;

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
  Retention needed(int rank) {
    return new RankRetention(layout, rank);
  }

  /** The needed determinants of one rank. Used by one thread at a time. */
  private static final class RankRetention implements Retention {
    private final JobLayout layout;
    private final int rank;
    private RetainedPositions known;

    RankRetention(JobLayout layout, int rank) {
      this.layout = layout;
      this.rank = rank;
    }

    @Override
    public long from() {
      if (known == null) {
        known = RetainedPositions.find(layout.retention(rank));
      }
      return known == null ? 0 : known.record();
    }
  }
}

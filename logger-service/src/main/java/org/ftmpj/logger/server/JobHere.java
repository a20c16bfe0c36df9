package org.ftmpj.logger.server;

import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.Needed;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * A job on the host of its event logger, which tails the determinant logs of its ranks.
 *
 * @param name as its ranks say it in their connection
 */
public record JobHere(JobLayout layout, String name) {

  /** Which determinants of a rank its checkpoints need: all, as long as it has not said else. */
  Needed needed(int rank) {
    return new NeededByRank(layout, rank);
  }

  /** Used by one thread at a time. */
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

package org.ftmpj.hostd.copies;

import java.util.stream.IntStream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.channel.CheckpointPositions;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.RetainedPositions.Checkpoint;

/**
 * Which copies ranks can go on from, by what is still kept of the logs: what was copied long ago
 * may need what is removed since. Whether they are damaged is not looked at. One thread.
 */
final class UsableCopies {
  private final JobLayout layout;
  private final CopyProofs proofs;
  private final int ranks;

  /**
   * @param layout of this host, which is told what ranks need
   * @param proofs of what is copied
   * @param ranks of the job
   */
  UsableCopies(JobLayout layout, CopyProofs proofs, int ranks) {
    this.layout = layout;
    this.proofs = proofs;
    this.ranks = ranks;
  }

  /** Whether a rank cannot begin at its start, for what that needs is not all kept. */
  boolean isNeeded(int rank) {
    RetainedPositions needed = needed(rank);
    return needed != null && !needed.allow(Checkpoint.ofTheBeginning(ranks));
  }

  /**
   * Whether there is one.
   *
   * @param hosts on which the rank may have been, numbered from 1
   */
  boolean areIn(CopyDirectory directory, int hosts, int rank) {
    return IntStream.rangeClosed(1, hosts)
        .anyMatch(host -> areAt(directory.found(host, rank), rank));
  }

  /** Whether there is one at that place. */
  boolean areAt(CopyDirectory.OfRank copies, int rank) {
    RetainedPositions needed = needed(rank);
    return new DirectoryPlace(copies, proofs)
        .states().stream().anyMatch(state -> needed == null || isRetained(needed, state));
  }

  private boolean isRetained(RetainedPositions needed, CheckpointState state) {
    try {
      RankCheckpoint checkpoint = RankCheckpoint.decode(state.rank());
      return needed.allow(CheckpointPositions.of(checkpoint, ranks, state.outputBytes()));
    } catch (FtmpjException e) {
      return false; // It cannot be used, which is told who would go on from it.
    }
  }

  /** Null if all is kept. */
  private RetainedPositions needed(int rank) {
    return RetainedPositions.find(layout.retention(rank), ranks);
  }
}

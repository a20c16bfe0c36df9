package org.ftmpj.agent.checkpoint;

import java.nio.file.Path;
import java.util.List;
import org.ftmpj.agent.process.Place;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.channel.CheckpointPositions;
import org.ftmpj.transport.channel.NeededByCheckpoints;
import org.ftmpj.transport.channel.NeededMessages;
import org.ftmpj.transport.channel.PositionsForLostHosts;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.Needed;
import org.ftmpj.transport.journal.NeededPositions;
import org.ftmpj.transport.journal.NeededPositions.Checkpoint;

/**
 * What this rank tells those that write logs of its checkpoints, so that they drop what no kept one
 * needs (protocol rule PRUNED_TO_OLDEST), and what it may drop itself. From the moment when there
 * are two checkpoints, the beginning of the program is no beginning any more. Any thread.
 */
public final class PrunedLogs {
  private final Place place;

  /** Null if logs are kept whole. */
  private final NeededPositions own;

  /** Whether its host can be lost: then that tells what is needed, when a checkpoint is copied. */
  private final boolean movable;

  private PrunedLogs(Place place, NeededPositions own, boolean movable) {
    this.place = place;
    this.own = own;
    this.movable = movable;
  }

  /**
   * @param pruned whether logs are pruned now; an earlier incarnation may have done otherwise
   * @param movable whether the rank is repeated on another host if its own is lost
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}, {@code LOG_VERSION}
   */
  public static PrunedLogs of(Place place, boolean pruned, boolean movable) {
    Path file = place.layout().needed(place.rank());
    return new PrunedLogs(
        place,
        pruned
            ? NeededPositions.create(file, place.size())
            : NeededPositions.find(file, place.size()),
        movable);
  }

  /** Whether all is there that is needed from the beginning of the program on. */
  boolean haveTheBeginning() {
    return own == null || own.allow(Checkpoint.ofTheBeginning(place.size()));
  }

  /** Whether all is there that a checkpoint needs. */
  boolean have(CheckpointState state, RankCheckpoint rank) {
    return own == null || own.allow(needs(state, rank));
  }

  private Checkpoint needs(CheckpointState state, RankCheckpoint rank) {
    return CheckpointPositions.of(rank, place.size(), state.outputBytes());
  }

  /**
   * Checkpoints have become durable, or were found: what the oldest does not need may go. Nothing,
   * as long as there are not two.
   *
   * @throws FtmpjException if the oldest cannot be read: then nothing goes
   */
  void dropTo(CheckpointStore store) {
    List<CheckpointStore.Stored> kept = store.all();
    if (own == null || movable || kept.size() < CheckpointStore.KEPT) {
      return;
    }
    CheckpointState oldest = CheckpointState.read(kept.get(kept.size() - 1).state());
    own.raise(needs(oldest, RankCheckpoint.decode(oldest.rank())));
  }

  /** Which messages of this rank may still be read. */
  public NeededMessages messages() {
    if (own == null) {
      return NeededMessages.ALL;
    }
    JobLayout layout = place.layout();
    return movable
        ? new PositionsForLostHosts(layout, ControlBlock.open(layout.control()), place.rank())
        : new NeededByCheckpoints(layout, place.rank(), place.size());
  }

  /** Which determinants of this rank may still be read. */
  public Needed determinants() {
    return own == null ? Needed.ALL : own::record;
  }
}

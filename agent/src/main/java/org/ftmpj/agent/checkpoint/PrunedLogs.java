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
 * Tells the writers of logs about this rank's checkpoints, so that they drop everything that no
 * stored checkpoint requires (protocol rule PRUNED_TO_OLDEST), and drops the rank's own logs. Once
 * there are two checkpoints, the rank cannot restart from the beginning of the program. Any thread.
 */
public final class PrunedLogs {
  private final Place place;

  /** Null if logs are kept whole. */
  private final NeededPositions own;

  /**
   * Whether its host can be lost: the host then reports what is required, when a checkpoint is
   * copied.
   */
  private final boolean movable;

  private PrunedLogs(Place place, NeededPositions own, boolean movable) {
    this.place = place;
    this.own = own;
    this.movable = movable;
  }

  /**
   * @param pruned whether logs are pruned now; in an earlier incarnation this may have been
   *     different
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

  /** Whether everything exists that the rank requires from the beginning of the program on. */
  boolean haveTheBeginning() {
    return own == null || own.allow(Checkpoint.ofTheBeginning(place.size()));
  }

  /** Whether everything exists that a checkpoint requires. */
  boolean have(CheckpointState state, RankCheckpoint rank) {
    return own == null || own.allow(needs(state, rank));
  }

  private Checkpoint needs(CheckpointState state, RankCheckpoint rank) {
    return CheckpointPositions.of(rank, place.size(), state.outputBytes());
  }

  /**
   * Takes checkpoints that have become durable, or were found: whatever the oldest does not require
   * may be dropped. Drops nothing before there are two.
   *
   * @throws FtmpjException if the oldest cannot be read: then nothing is dropped
   */
  void dropTo(CheckpointStore store) {
    List<CheckpointStore.Stored> kept = store.all();
    if (own == null || movable || kept.size() < CheckpointStore.KEPT) {
      return;
    }
    CheckpointState oldest = CheckpointState.read(kept.get(kept.size() - 1).state());
    own.raise(needs(oldest, RankCheckpoint.decode(oldest.rank())));
  }

  /** The messages of this rank that may still be read. */
  public NeededMessages messages() {
    if (own == null) {
      return NeededMessages.ALL;
    }
    JobLayout layout = place.layout();
    return movable
        ? new PositionsForLostHosts(layout, ControlBlock.open(layout.control()), place.rank())
        : new NeededByCheckpoints(layout, place.rank(), place.size());
  }

  /** The determinants of this rank that may still be read. */
  public Needed determinants() {
    return own == null ? Needed.ALL : own::record;
  }
}

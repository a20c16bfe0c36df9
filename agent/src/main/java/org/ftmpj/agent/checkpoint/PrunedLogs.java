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
import org.ftmpj.transport.channel.CheckpointRetention;
import org.ftmpj.transport.channel.MessageRetention;
import org.ftmpj.transport.channel.PositionsForLostHosts;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.RetainedPositions.Checkpoint;
import org.ftmpj.transport.journal.Retention;

/**
 * Tells the writers of logs about this rank's checkpoints, so that they drop everything that no
 * stored checkpoint requires (protocol rule PRUNED_TO_OLDEST), and drops the rank's own logs. Once
 * there are two checkpoints, the rank cannot restart from the beginning of the program. Any thread.
 */
public final class PrunedLogs {
  private final Place place;

  /** Null if logs are kept whole. */
  private final RetainedPositions own;

  /**
   * Whether its host can be lost: the host then reports what is required, when a checkpoint is
   * copied.
   */
  private final boolean movable;

  private PrunedLogs(Place place, RetainedPositions own, boolean movable) {
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
    Path file = place.layout().retention(place.rank());
    return new PrunedLogs(
        place,
        pruned
            ? RetainedPositions.create(file, place.size())
            : RetainedPositions.find(file, place.size()),
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
    List<CheckpointStore.Stored> stored = store.all();
    if (own == null || movable || stored.size() < CheckpointStore.RETAINED) {
      return;
    }
    CheckpointState oldest = CheckpointState.read(stored.get(stored.size() - 1).state());
    own.raise(needs(oldest, RankCheckpoint.decode(oldest.rank())));
  }

  /** The messages of this rank that may still be read. */
  public MessageRetention messages() {
    if (own == null) {
      return MessageRetention.ALL;
    }
    JobLayout layout = place.layout();
    return movable
        ? new PositionsForLostHosts(layout, ControlBlock.open(layout.control()), place.rank())
        : new CheckpointRetention(layout, place.rank(), place.size());
  }

  /** The determinants of this rank that may still be read. */
  public Retention determinants() {
    return own == null ? Retention.ALL : own::record;
  }
}

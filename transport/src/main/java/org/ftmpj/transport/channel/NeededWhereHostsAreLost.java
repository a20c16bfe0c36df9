package org.ftmpj.transport.channel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * The messages of a rank's logs, or of their mirrors, that are needed where hosts can be lost: by
 * what sender or receiver may go on from, on its host or elsewhere, as the hosts of both have told
 * it; and those that the receiver's host has not. All, as long as one of them has not told.
 *
 * <p>A rank that comes to another host writes its logs once more, with marks at other places. So
 * how far its receivers had read the earlier ones says nothing of these: they are kept whole until
 * a receiver has read what was written on the new host. A rank that has been on this host from the
 * start reads the same log or mirror here all the time, so its positions count whoever wrote it.
 */
public final class NeededWhereHostsAreLost implements NeededMessages {
  private final JobLayout layout;
  private final ControlBlock control;
  private final int source;

  /** Of each rank, when it is there; twice the same does no harm. */
  private final AtomicReferenceArray<NeededPositions> needed;

  private final AtomicReferenceArray<NeededPositions> arrived;

  /** Of each destination, what was said last, for what was before may be gone. */
  private final AtomicLongArray said;

  private volatile boolean any;

  /**
   * @param source a rank of this host, or of another one, whose mirrors are here
   */
  public NeededWhereHostsAreLost(JobLayout layout, ControlBlock control, int source) {
    this.layout = layout;
    this.control = control;
    this.source = source;
    this.needed = new AtomicReferenceArray<>(control.size());
    this.arrived = new AtomicReferenceArray<>(control.size());
    this.said = new AtomicLongArray(control.size());
  }

  /**
   * Does not go further while a receiver that has moved to another host has not all that the one
   * before had.
   */
  @Override
  public long from(int destination) {
    return said.accumulateAndGet(destination, now(destination), Math::max);
  }

  private long now(int destination) {
    NeededPositions sender = find(needed, source, layout.needed(source));
    NeededPositions receiver = find(needed, destination, layout.needed(destination));
    any |= sender != null || receiver != null;
    if (sender == null || receiver == null) {
      return 0;
    }
    if (!control.isElsewhere(destination)) {
      return hasMoved(destination)
          ? ofBoth(sender, source, receiver, destination)
          : Math.min(sender.sent(destination), receiver.received(source));
    }
    NeededPositions there = find(arrived, destination, layout.arrived(destination));
    return control.isElsewhere(source) || there == null
        ? 0
        : Math.min(ofBoth(sender, source, receiver, destination), there.received(source));
  }

  /**
   * The first message that sender or receiver needs of a log that may be another one than the
   * receiver has read before; 0 if it may need all.
   */
  static long ofBoth(
      NeededPositions sender, int source, NeededPositions receiver, int destination) {
    // First: they are told after what the sender came as.
    long both = Math.min(sender.sent(destination), receiver.received(source));
    return receiver.readOf(source) < sender.cameAs() ? 0 : both;
  }

  private boolean hasMoved(int rank) {
    return Files.exists(layout.moved(rank));
  }

  private static NeededPositions find(
      AtomicReferenceArray<NeededPositions> known, int rank, Path file) {
    if (known.get(rank) == null) {
      known.set(rank, NeededPositions.find(file, known.length()));
    }
    return known.get(rank);
  }

  /** What a rank that prunes its logs has said is there before it receives anything. */
  @Override
  public boolean isAll() {
    return !any;
  }
}

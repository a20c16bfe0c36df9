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
 * <p>Logs of a rank that has come to this host from a lost one, and mirrors that it reads here, are
 * kept whole: how far others have read its logs on the lost host says nothing of the marks in
 * these, which are at other places.
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
    if (sender == null || receiver == null || hasMoved(source)) {
      return 0;
    }
    boolean elsewhere = control.isElsewhere(destination);
    if (control.isElsewhere(source)) {
      // A mirror, which a rank of this host reads.
      return elsewhere || hasMoved(destination) ? 0 : of(sender, receiver, destination);
    }
    return elsewhere ? ofShipped(sender, receiver, destination) : of(sender, receiver, destination);
  }

  private long of(NeededPositions sender, NeededPositions receiver, int destination) {
    return Math.min(sender.sent(destination), receiver.received(source));
  }

  private long ofShipped(NeededPositions sender, NeededPositions receiver, int destination) {
    NeededPositions there = find(arrived, destination, layout.arrived(destination));
    return there == null ? 0 : Math.min(of(sender, receiver, destination), there.received(source));
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

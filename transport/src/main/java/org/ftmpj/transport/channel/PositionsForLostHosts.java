package org.ftmpj.transport.channel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The messages of a rank's logs, or of their mirrors, that are needed where hosts can be lost:
 * those from which sender or receiver may go on, on any host, as both hosts have published, and
 * those that the receiver's host does not have. All, until both have published.
 *
 * <p>A rank that moves to another host writes its logs again, with marks at other places. The
 * positions of its receivers in the earlier logs say nothing about the new ones, which are retained
 * as a whole until a receiver has read what was written on the new host. The positions of a rank
 * that has been on this host from the start hold whoever wrote the log, as it always reads the same
 * log or mirror.
 */
public final class PositionsForLostHosts implements MessageRetention {
  private final JobLayout layout;
  private final ControlBlock control;
  private final int source;

  /** The needed positions of each rank, once they are there. Setting them twice does no harm. */
  private final AtomicReferenceArray<RetainedPositions> needed;

  private final AtomicReferenceArray<RetainedPositions> arrived;

  /** The last answer for each destination; what was before it may be gone. */
  private final AtomicLongArray said;

  private volatile boolean any;

  /**
   * @param source a rank of this host, or of another one with mirrors on this host
   */
  public PositionsForLostHosts(JobLayout layout, ControlBlock control, int source) {
    this.layout = layout;
    this.control = control;
    this.source = source;
    this.needed = new AtomicReferenceArray<>(control.size());
    this.arrived = new AtomicReferenceArray<>(control.size());
    this.said = new AtomicLongArray(control.size());
  }

  /**
   * Returns the first message that is needed. It does not increase while a receiver that has moved
   * to another host lacks something that its predecessor had.
   */
  @Override
  public long from(int destination) {
    return said.accumulateAndGet(destination, now(destination), Math::max);
  }

  private long now(int destination) {
    RetainedPositions sender = find(needed, source, layout.retention(source));
    RetainedPositions receiver = find(needed, destination, layout.retention(destination));
    any |= sender != null || receiver != null;
    if (sender == null || receiver == null) {
      return 0;
    }
    if (!control.isRemote(destination)) {
      return hasMoved(destination)
          ? ofBoth(sender, source, receiver, destination)
          : Math.min(sender.sent(destination), receiver.received(source));
    }
    RetainedPositions there = find(arrived, destination, layout.arrived(destination));
    return control.isRemote(source) || there == null
        ? 0
        : Math.min(ofBoth(sender, source, receiver, destination), there.received(source));
  }

  /**
   * The first message that sender or receiver needs of a log that may differ from the one that the
   * receiver has read; 0 if it may need all.
   */
  static long ofBoth(
      RetainedPositions sender, int source, RetainedPositions receiver, int destination) {
    // First: they are told after what the sender came as.
    long both = Math.min(sender.sent(destination), receiver.received(source));
    return receiver.readOf(source) < sender.cameAs() ? 0 : both;
  }

  private boolean hasMoved(int rank) {
    return Files.exists(layout.moved(rank));
  }

  private static RetainedPositions find(
      AtomicReferenceArray<RetainedPositions> known, int rank, Path file) {
    if (known.get(rank) == null) {
      known.set(rank, RetainedPositions.find(file, known.length()));
    }
    return known.get(rank);
  }

  /**
   * Whether all are needed: a rank that prunes its logs publishes its positions before it receives
   * anything.
   */
  @Override
  public boolean isAll() {
    return !any;
  }
}

package org.ftmpj.transport.channel;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The messages that the retained checkpoints of sender and receiver need (protocol rule
 * PRUNED_TO_OLDEST): all, until both have published their needed positions. If the receiver is on
 * another host: those that the sender needs, or that host does not have. If the receiver is on
 * another host: those that the sender needs, or that host has not.
 */
public final class CheckpointRetention implements MessageRetention {
  private final JobLayout layout;
  private final int source;

  /** The needed positions of each rank, once they are there. Setting them twice does no harm. */
  private final AtomicReferenceArray<RetainedPositions> positions;

  public CheckpointRetention(JobLayout layout, int source, int size) {
    this.layout = layout;
    this.source = source;
    this.positions = new AtomicReferenceArray<>(size);
  }

  @Override
  public long from(int destination) {
    RetainedPositions sender = of(source);
    RetainedPositions receiver = of(destination);
    return sender == null || receiver == null
        ? 0
        : Math.min(sender.sent(destination), receiver.received(source));
  }

  private RetainedPositions of(int rank) {
    RetainedPositions known = positions.get(rank);
    if (known == null) {
      known = RetainedPositions.find(layout.retention(rank), positions.length());
      if (known == null) {
        known = RetainedPositions.find(layout.arrived(rank), positions.length());
      }
      positions.set(rank, known);
    }
    return known;
  }
}

package org.ftmpj.transport.channel;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The messages in the mirrors of a rank's logs that the retained checkpoints of their receivers
 * need (protocol rule PRUNED_TO_OLDEST); the sender reads no mirror. All, until the receivers have
 * published their needed positions.
 */
final class ReceiverRetention implements MessageRetention {
  private final JobLayout layout;
  private final int source;

  /**
   * The needed positions of each rank of this host, once they are there. Setting them twice does no
   * harm.
   */
  private final AtomicReferenceArray<RetainedPositions> positions;

  private volatile boolean any;

  ReceiverRetention(JobLayout layout, int source, int size) {
    this.layout = layout;
    this.source = source;
    this.positions = new AtomicReferenceArray<>(size);
  }

  @Override
  public long from(int destination) {
    RetainedPositions known = positions.get(destination);
    if (known == null) {
      known = RetainedPositions.find(layout.retention(destination), positions.length());
      positions.set(destination, known);
      any |= known != null;
    }
    return known == null ? 0 : known.received(source);
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

package org.ftmpj.transport.channel;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * The messages in the mirrors of a rank's logs that the kept checkpoints of their receivers need
 * (protocol rule PRUNED_TO_OLDEST); its sender reads no mirror. All, as long as a receiver has not
 * said anything else.
 */
final class NeededByReceivers implements NeededMessages {
  private final JobLayout layout;
  private final int source;

  /** Of each rank of this host, when it is there; twice the same does no harm. */
  private final AtomicReferenceArray<NeededPositions> positions;

  private volatile boolean any;

  NeededByReceivers(JobLayout layout, int source, int size) {
    this.layout = layout;
    this.source = source;
    this.positions = new AtomicReferenceArray<>(size);
  }

  @Override
  public long from(int destination) {
    NeededPositions known = positions.get(destination);
    if (known == null) {
      known = NeededPositions.find(layout.needed(destination), positions.length());
      positions.set(destination, known);
      any |= known != null;
    }
    return known == null ? 0 : known.received(source);
  }

  /** What a rank that prunes its logs has said is there before it receives anything. */
  @Override
  public boolean isAll() {
    return !any;
  }
}

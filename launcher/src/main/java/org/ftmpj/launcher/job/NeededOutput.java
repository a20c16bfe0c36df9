package org.ftmpj.launcher.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * The number of bytes of a rank's output log that no restart of it compares: none before the rank
 * says otherwise. Thread-safe.
 */
final class NeededOutput implements IntToLongFunction {
  private final JobLayout layout;
  private final Map<Integer, NeededPositions> known = new ConcurrentHashMap<>();

  NeededOutput(JobLayout layout) {
    this.layout = layout;
  }

  @Override
  public long applyAsLong(int rank) {
    NeededPositions positions =
        known.computeIfAbsent(rank, one -> NeededPositions.find(layout.needed(one)));
    return positions == null ? 0 : positions.output();
  }
}

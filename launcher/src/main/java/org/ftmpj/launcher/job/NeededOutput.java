package org.ftmpj.launcher.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * How many bytes of a rank's output log no restart of it compares: none, as long as the rank has
 * not said else. Thread-safe.
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

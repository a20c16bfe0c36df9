package org.ftmpj.launcher.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The number of bytes of a rank's output log that no restart of it compares: none before the rank
 * says otherwise. Thread-safe.
 */
final class OutputRetention implements IntToLongFunction {
  private final JobLayout layout;
  private final Map<Integer, RetainedPositions> known = new ConcurrentHashMap<>();

  OutputRetention(JobLayout layout) {
    this.layout = layout;
  }

  @Override
  public long applyAsLong(int rank) {
    RetainedPositions positions =
        known.computeIfAbsent(rank, one -> RetainedPositions.find(layout.retention(one)));
    return positions == null ? 0 : positions.output();
  }
}

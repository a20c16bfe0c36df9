package org.ftmpj.launcher.registry;

import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Incarnations of ranks that were stopped with their job: those that follow make up for no death.
 */
public final class StoppedIncarnations {
  private StoppedIncarnations() {}

  /** The incarnation of a rank that was issued last, 0 before the first. */
  static int last(JobLayout layout, int rank) {
    return AtomicFile.read(layout.incarnation(rank))
        .map(String::strip)
        .map(Integer::parseInt)
        .orElse(0);
  }

  /** The job is resumed: notes that the last incarnation of the rank was stopped with it. */
  public static void note(JobLayout layout, int rank) {
    int last = last(layout, rank);
    if (last > 0) {
      Path file = layout.stoppedWithJob(rank);
      AtomicFile.write(file, AtomicFile.read(file).orElse("") + last + "\n");
    }
  }

  /** How many of them there were before that incarnation. */
  static int before(JobLayout layout, int rank, int incarnation) {
    return (int)
        AtomicFile.read(layout.stoppedWithJob(rank))
            .orElse("")
            .lines()
            .distinct()
            .filter(stopped -> Integer.parseInt(stopped) < incarnation)
            .count();
  }
}

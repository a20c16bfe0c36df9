package org.ftmpj.launcher.registry;

import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * The incarnations of ranks that were stopped with their job: the next ones do not follow a death.
 */
public final class StoppedIncarnations {
  private StoppedIncarnations() {}

  /** The latest incarnation of a rank, 0 before the first. */
  static int last(JobLayout layout, int rank) {
    return AtomicFile.read(layout.incarnation(rank))
        .map(String::strip)
        .map(Integer::parseInt)
        .orElse(0);
  }

  /** Notes, when the job is resumed, that the last incarnation of the rank was stopped with it. */
  public static void note(JobLayout layout, int rank) {
    int last = last(layout, rank);
    if (last > 0) {
      Path file = layout.stoppedWithJob(rank);
      AtomicFile.write(file, AtomicFile.read(file).orElse("") + last + "\n");
    }
  }

  /** The number of stopped incarnations before the given one. */
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

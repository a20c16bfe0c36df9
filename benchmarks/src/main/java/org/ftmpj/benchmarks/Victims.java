package org.ftmpj.benchmarks;

import java.util.List;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.ProcessRecord;

/** Kills ranks of a running job. A rank that is being started again has nothing to be killed. */
final class Victims {
  private final JobLayout layout;
  private final long[] killed;

  Victims(JobLayout layout, int ranks) {
    this.layout = layout;
    this.killed = new long[ranks];
  }

  /**
   * Kills these at once.
   *
   * @return 1 if any of them ran, else 0: together they are one failure
   */
  int kill(List<Integer> ranks) {
    int happened = 0;
    for (int rank : ranks) {
      Optional<Long> pid =
          ProcessRecord.read(layout.process(rank)).map(record -> record.process().pid());
      if (pid.isPresent() && pid.get() != killed[rank]) {
        killed[rank] = pid.get();
        ProcessHandle.of(pid.get()).ifPresent(ProcessHandle::destroyForcibly);
        happened = 1;
      }
    }
    return happened;
  }
}

package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.report.RankCounters;
import org.ftmpj.supervisor.record.CountersReport;

/** The directory of a job, which stays when the job has ended, until it is closed. */
final class RetainedJob implements AutoCloseable {
  private final JobLayout layout;

  /**
   * @param scratch where it is put; there is one at a time
   */
  RetainedJob(Path scratch) {
    layout = new JobLayout(scratch.resolve("job"));
  }

  /** What makes a job use it. */
  List<String> options() {
    return List.of("--keep", "--job-dir", layout.directory().toString());
  }

  JobLayout layout() {
    return layout;
  }

  /** What all ranks together have counted. */
  RankCounters counters(int ranks) {
    RankCounters all = RankCounters.NOTHING;
    for (int rank = 0; rank < ranks; rank++) {
      all = all.plus(countersOf(rank));
    }
    return all;
  }

  /** What the last incarnation of a rank has counted. */
  RankCounters countersOf(int rank) {
    return CountersReport.read(layout.counters(rank))
        .map(CountersReport::counters)
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.NOT_MEASURED, "rank " + rank + " has left no counters"));
  }

  /** Disk space of the channel logs, in bytes: they have holes, so their sizes say nothing. */
  long channelBytes() throws IOException, InterruptedException {
    return DiskSpace.taken(layout.channels());
  }

  @Override
  public void close() throws IOException {
    if (Files.exists(layout.directory())) {
      Trees.delete(layout.directory());
    }
  }
}

package org.ftmpj.launcher;

import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.supervisor.record.JobRecord;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Which ranks of a job a command is about. */
final class RecordedRanks {
  private RecordedRanks() {}

  /**
   * @param only the one that was asked for; null for all
   * @throws FtmpjException LOG_CORRUPT if the job's record cannot be read
   */
  static int[] of(FoundJob job, CommandSpec spec, Integer only) {
    int size = recordOf(job).ranks();
    if (only == null) {
      return IntStream.range(0, size).toArray();
    }
    if (only < 0 || only >= size) {
      throw new ParameterException(
          spec.commandLine(), "--rank must be 0 to " + (size - 1) + " in this job");
    }
    return new int[] {only};
  }

  /**
   * What the job says it is.
   *
   * @throws FtmpjException LOG_CORRUPT if it cannot be read
   */
  static JobRecord recordOf(FoundJob job) {
    return job.record()
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.LOG_CORRUPT,
                    "the record of job "
                        + job.id()
                        + " cannot be read"
                        + job.ended().map(why -> ": " + why).orElse("")));
  }
}

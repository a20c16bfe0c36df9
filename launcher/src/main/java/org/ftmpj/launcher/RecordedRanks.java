package org.ftmpj.launcher;

import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.supervisor.record.HostsRecord;
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
    Optional<HostsRecord> hosts = HostsRecord.read(job.layout().hosts());
    if (only == null) {
      int[] here =
          IntStream.range(0, size)
              .filter(rank -> hosts.isEmpty() || hosts.get().isHere(rank))
              .toArray();
      if (here.length == 0) {
        throw elsewhere(job, hosts.orElseThrow(), "its ranks");
      }
      return here;
    }
    if (only < 0 || only >= size) {
      throw new ParameterException(
          spec.commandLine(), "--rank must be 0 to " + (size - 1) + " in this job");
    }
    if (hosts.isPresent() && !hosts.get().isHere(only)) {
      throw elsewhere(job, hosts.get(), "rank " + only);
    }
    return new int[] {only};
  }

  private static FtmpjException elsewhere(FoundJob job, HostsRecord hosts, String what) {
    return new FtmpjException(
        ErrorCode.NOT_RECORDED,
        "of job %s, the logs of %s are on other hosts (%s); the job's id there ends with -h and the host's number"
            .formatted(job.id(), what, String.join(", ", hosts.names())));
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

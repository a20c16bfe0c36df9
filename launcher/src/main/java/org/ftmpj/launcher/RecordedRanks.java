package org.ftmpj.launcher;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.transport.journal.RetainedPositions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The ranks of a job that a command is about. */
final class RecordedRanks {
  private RecordedRanks() {}

  /**
   * The ranks whose logs are in this directory, or the chosen one.
   *
   * @param only the chosen one; null for all
   * @throws FtmpjException LOG_CORRUPT if the job's record cannot be read; LOGS_ELSEWHERE
   */
  static int[] of(FoundJob job, CommandSpec spec, Integer only) {
    int size = recordOf(job).ranks();
    if (only != null && (only < 0 || only >= size)) {
      throw new ParameterException(
          spec.commandLine(), "--rank must be 0 to " + (size - 1) + " in this job");
    }
    int[] wanted = only == null ? IntStream.range(0, size).toArray() : new int[] {only};
    Optional<HostsRecord> hosts = HostsRecord.read(job.layout().hosts());
    int[] here =
        IntStream.of(wanted).filter(rank -> hosts.isEmpty() || hosts.get().isHere(rank)).toArray();
    if (here.length == 0) {
      throw elsewhere(job, hosts.orElseThrow(), wanted);
    }
    return here;
  }

  private static FtmpjException elsewhere(FoundJob job, HostsRecord hosts, int[] ranks) {
    Map<Integer, List<String>> ranksOfHosts =
        IntStream.of(ranks)
            .boxed()
            .collect(
                Collectors.groupingBy(
                    hosts.placement()::hostOf,
                    TreeMap::new,
                    Collectors.mapping(String::valueOf, Collectors.toList())));
    String where =
        ranksOfHosts.entrySet().stream()
            .map(
                there ->
                    "host %s has rank%s %s, as a job whose id ends with -h%d"
                        .formatted(
                            hosts.names().get(there.getKey() - 1),
                            there.getValue().size() == 1 ? "" : "s",
                            String.join(", ", there.getValue()),
                            there.getKey()))
            .collect(Collectors.joining("; "));
    return new FtmpjException(
        ErrorCode.LOGS_ELSEWHERE, "the logs of job " + job.id() + " are not here: " + where);
  }

  /**
   * Makes sure that nothing was removed from the job's logs.
   *
   * @throws FtmpjException LOGS_PRUNED
   */
  static void requireWholeLogs(FoundJob job) {
    int size = recordOf(job).ranks();
    int[] pruned =
        IntStream.range(0, size)
            .filter(rank -> RetainedPositions.arePastBeginning(job.layout().retention(rank), size))
            .toArray();
    if (pruned.length > 0) {
      throw new FtmpjException(
          ErrorCode.LOGS_PRUNED,
          "job %s cannot be verified: of its logs was removed what checkpoints of rank%s %s do not need"
              .formatted(
                  job.id(),
                  pruned.length == 1 ? "" : "s",
                  IntStream.of(pruned)
                      .mapToObj(String::valueOf)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * The identity of the job.
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

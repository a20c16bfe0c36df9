package org.ftmpj.launcher.registry;

import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.report.LongWait;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.ProcessRecord;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.supervisor.record.WaitsRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A rank as its files show it.
 *
 * @param host the rank's host, in a job on several hosts
 * @param state in words
 * @param incarnation the latest one, 0 before the first
 * @param pid of the process that is the rank now
 * @param clock its operation clock
 * @param farthest the clock that it has to reach again while it recovers; else 0
 * @param gateWaits how often it had to wait at the gate
 * @param gateWaitedNs the nanoseconds of these waits together
 * @param silentMs how long it has given no sign of life, if it is suspected; else 0
 * @param deaths that were not the program's end, nor the job's stop
 * @param waits the waits of its threads of a second or longer
 * @param checkpoint its last one; empty if it takes none
 * @param recoveries the reports of the completed ones, the oldest first
 */
public record RankSummary(
    int rank,
    Optional<String> host,
    String state,
    int incarnation,
    Optional<Long> pid,
    long clock,
    long farthest,
    long gateWaits,
    long gateWaitedNs,
    long silentMs,
    int deaths,
    List<WaitsRecord.Wait> waits,
    Optional<CheckpointSummary> checkpoint,
    List<RecoveryReport> recoveries) {
  static RankSummary of(
      FoundJob job, Optional<HostsRecord> hosts, Optional<ControlBlock> control, int rank) {
    JobLayout layout = job.layout();
    int incarnation = StoppedIncarnations.last(layout, rank);
    Optional<ExitRecord> end = ExitRecord.read(layout.exitRecord(rank));
    Optional<ProcessIdentity> process =
        ProcessRecord.read(layout.process(rank))
            .map(ProcessRecord::process)
            .filter(ProcessIdentity::isAlive);
    // The launcher knows of other hosts as long as it lives.
    Optional<Long> pid =
        job.isLauncherAlive()
            ? AtomicFile.read(layout.remote(rank)).map(String::strip).map(Long::valueOf)
            : Optional.empty();
    long silentMs = control.map(block -> block.silentMs(rank)).orElse(0L);
    String alive = silentMs > 0 ? "suspected" : alive(layout, rank, incarnation);
    boolean died =
        incarnation > 0
            && end.isEmpty()
            && process.isEmpty()
            && pid.isEmpty()
            && job.state() != JobState.STOPPED
            && !job.isInAnotherContainer();
    return new RankSummary(
        rank,
        hosts.map(those -> those.nameOf(rank)),
        end.map(RankSummary::ended)
            .or(() -> process.map(those -> those.isStopped() ? "suspended" : alive))
            .or(() -> pid.map(there -> alive))
            .orElseGet(() -> gone(job, incarnation)),
        incarnation,
        process.map(ProcessIdentity::pid).or(() -> pid),
        control.map(block -> block.progress(rank)).orElse(0L),
        isRecovering(layout, rank, incarnation) ? farthest(layout, rank) : 0,
        control.map(block -> block.gateWaits(rank)).orElse(0L),
        control.map(block -> block.gateWaitedNs(rank)).orElse(0L),
        silentMs,
        Math.max(0, incarnation - 1 - StoppedIncarnations.before(layout, rank, incarnation))
            + (died ? 1 : 0),
        process.isPresent() && end.isEmpty() ? waits(layout, rank, incarnation) : List.of(),
        end.isPresent() ? Optional.empty() : checkpoint(job, rank, process),
        recoveries(layout, rank, incarnation));
  }

  private static Optional<CheckpointSummary> checkpoint(
      FoundJob job, int rank, Optional<ProcessIdentity> process) {
    return CheckpointRecord.read(job.layout().checkpointRecord(rank))
        .flatMap(
            record ->
                job.record()
                    .map(
                        of ->
                            new CheckpointSummary(
                                rank,
                                record,
                                of.started(),
                                process.flatMap(ProcessIdentity::processorTime))));
  }

  private static List<WaitsRecord.Wait> waits(JobLayout layout, int rank, int incarnation) {
    return WaitsRecord.read(layout.waits(rank))
        .filter(record -> record.incarnation() == incarnation)
        .map(WaitsRecord::waits)
        .orElse(List.of());
  }

  /** Its waits, a line for each of its threads. */
  List<String> waitLines(Instant now) {
    return waits.stream().map(wait -> "rank " + rank + " waits " + text(wait, now)).toList();
  }

  private static String text(WaitsRecord.Wait wait, Instant now) {
    return seconds(wait, now)
        + " s: "
        + wait.what()
        + (wait.place().isEmpty() ? "" : ", at " + wait.place())
        + (wait.thread().equals(LongWait.MAIN) ? "" : ", in thread " + wait.thread());
  }

  static long seconds(WaitsRecord.Wait wait, Instant now) {
    return Math.max(0, Duration.between(wait.since(), now).toSeconds());
  }

  private static List<RecoveryReport> recoveries(JobLayout layout, int rank, int newest) {
    return IntStream.rangeClosed(2, newest)
        .mapToObj(incarnation -> RecoveryReport.read(layout.recovered(rank, incarnation)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The duration of the last recovery, in words. */
  String lastRecovery() {
    return recoveries.isEmpty()
        ? "-"
        : recoveries.get(recoveries.size() - 1).milliseconds() + " ms";
  }

  private static String ended(ExitRecord end) {
    if (end instanceof ExitRecord.FailStop stop) {
      return "stopped " + stop.code();
    }
    ExitRecord.Program program = (ExitRecord.Program) end;
    return program.code().isPresent() ? "ended " + program.code().getAsInt() : "ended";
  }

  private static String alive(JobLayout layout, int rank, int incarnation) {
    return isRecovering(layout, rank, incarnation) ? "recovering" : "running";
  }

  private static boolean isRecovering(JobLayout layout, int rank, int incarnation) {
    return incarnation > 1 && !Files.exists(layout.recovered(rank, incarnation));
  }

  private static long farthest(JobLayout layout, int rank) {
    return AtomicFile.read(layout.farthest(rank))
        .map(String::strip)
        .map(Long::parseLong)
        .orElse(0L);
  }

  /** The clock in words; during a recovery with the clock to reach. */
  String clockText() {
    return farthest > clock ? clock + " of " + farthest : Long.toString(clock);
  }

  private static String gone(FoundJob job, int incarnation) {
    if (job.isInAnotherContainer()) {
      return "not visible";
    }
    if (job.state() == JobState.STOPPED) {
      return "stopped";
    }
    if (!job.isLauncherAlive()) {
      return "dead";
    }
    return incarnation == 0 ? "not started" : "restarting";
  }
}

package org.ftmpj.launcher.registry;

import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.hostd.disk.DiskUse;
import org.ftmpj.hostd.disk.LogSizes;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.ProcessRecord;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.supervisor.record.WaitsRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The status of a job, seen from outside.
 *
 * @param hosts of a job on several hosts
 * @param logger its own event logger, in words
 * @param logBytes disk space of its logs by their name
 * @param paths of a job on several hosts
 */
public record JobStatus(
    FoundJob job,
    Optional<HostsRecord> hosts,
    List<RankSummary> ranks,
    String logger,
    Map<String, Long> logBytes,
    Optional<PathsRecord> paths) {
  private static final long MILLI_NS = 1_000_000;

  private static final String[] COLUMNS = {
    "RANK",
    "STATE",
    "INCARNATION",
    "PID",
    "CLOCK",
    "GATE WAITS",
    "WAITED",
    "DEATHS",
    "RECOVERIES",
    "LAST RECOVERY"
  };

  /** Reads the present status. A running job changes meanwhile. */
  public static JobStatus of(FoundJob job) {
    JobLayout layout = job.layout();
    Optional<ControlBlock> control =
        Files.exists(layout.control())
            ? Optional.of(ControlBlock.openReadOnly(layout.control()))
            : Optional.empty();
    int size =
        job.record().map(JobRecord::ranks).or(() -> control.map(ControlBlock::size)).orElse(0);
    List<RankSummary> ranks = new ArrayList<>();
    Optional<HostsRecord> hosts = HostsRecord.read(layout.hosts());
    for (int rank = 0; rank < size; rank++) {
      if (hosts.isEmpty() || hosts.get().tellsOf(rank)) {
        ranks.add(RankSummary.of(job, hosts, control, rank));
      }
    }
    return new JobStatus(
        job, hosts, ranks, logger(job), LogSizes.of(layout), PathsRecord.read(layout.paths()));
  }

  private static String logger(FoundJob job) {
    List<LoggerPlace> own = LoggerPlace.all(job.layout());
    if (!own.isEmpty() && job.isInAnotherContainer()) {
      return "not visible";
    }
    return own.isEmpty()
        ? "none of its own so far"
        : own.stream().map(place -> logger(job, place)).collect(Collectors.joining(", "));
  }

  private static String logger(FoundJob job, LoggerPlace place) {
    Optional<ProcessIdentity> process =
        ProcessRecord.read(place.process())
            .map(ProcessRecord::process)
            .filter(ProcessIdentity::isAlive);
    String address =
        AtomicFile.read(place.address()).map(known -> " at " + known.strip()).orElse("");
    return process
        .map(alive -> "process " + alive.pid() + address)
        .orElse(job.state() == JobState.STOPPED ? "stopped" : "dead");
  }

  /** The part of `ftmpj status` that describes the job as a whole, before the table of ranks. */
  public String headText() {
    StringBuilder text = new StringBuilder();
    String end = System.lineSeparator();
    text.append("job          ").append(job.id()).append(end);
    text.append("directory    ").append(job.layout().directory()).append(end);
    text.append("state        ").append(JobListing.state(job)).append(end);
    job.record()
        .ifPresent(
            record -> {
              text.append("program      ").append(record.program()).append(end);
              text.append("started      ").append(JobListing.time(record.started())).append(end);
              text.append("durability   ")
                  .append(JobListing.lower(record.durability()))
                  .append(end);
              text.append("launcher     ").append(JobListing.launcher(job)).append(end);
            });
    hosts.ifPresent(those -> text.append("hosts        ").append(text(those)).append(end));
    text.append("event logger ").append(logger).append(end);
    return text.append("logs         ").append(logs()).append(end).toString();
  }

  private static String text(HostsRecord hosts) {
    String names = String.join(", ", hosts.presentNames());
    List<String> lost = hosts.namesLost();
    String all = lost.isEmpty() ? names : names + "; without " + String.join(", ", lost);
    return hosts.self() == 0 ? all : all + "; this is " + hosts.names().get(hosts.self() - 1);
  }

  /** The text of `ftmpj status`. */
  public String text() {
    boolean several = ranks.stream().anyMatch(rank -> rank.host().isPresent());
    Table table = new Table(columns(several, COLUMNS, "HOST"));
    for (RankSummary r : ranks) {
      Object[] row = {
        r.rank(),
        r.state(),
        r.incarnation(),
        pid(r),
        r.clockText(),
        r.gateWaits(),
        r.gateWaitedNs() / MILLI_NS + " ms",
        r.deaths(),
        r.recoveries().size(),
        r.lastRecovery()
      };
      table.row(columns(several, row, r.host().orElse("-")));
    }
    String text = headText() + System.lineSeparator() + table;
    return text
        + checkpointsText()
        + paths.map(those -> System.lineSeparator() + those.text()).orElse("")
        + waitsText();
  }

  /** With the host in the second column if there are several. */
  private static <T> T[] columns(boolean several, T[] others, T host) {
    List<T> columns = new ArrayList<>(List.of(others));
    if (several) {
      columns.add(1, host);
    }
    return columns.toArray(Arrays.copyOf(others, columns.size()));
  }

  /** The last checkpoints, after a blank line; empty if no rank takes any. */
  String checkpointsText() {
    return CheckpointSummary.text(
        ranks.stream().flatMap(rank -> rank.checkpoint().stream()).toList(), Instant.now());
  }

  /** The waits of ranks, after a blank line; empty if there are none. */
  String waitsText() {
    Instant now = Instant.now();
    String end = System.lineSeparator();
    String text =
        ranks.stream()
            .flatMap(rank -> rank.waitLines(now).stream())
            .map(line -> line + end)
            .collect(Collectors.joining());
    return text.isEmpty() ? "" : end + text;
  }

  static Object pid(RankSummary rank) {
    return rank.pid().isPresent() ? rank.pid().get() : "-";
  }

  private String logs() {
    List<String> parts = new ArrayList<>();
    logBytes.forEach((name, bytes) -> parts.add(name + " " + DiskUse.text(bytes)));
    return String.join(", ", parts);
  }

  /** Returns the status as a map, for output as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> json = JobListing.json(job);
    json.put("hosts", hosts.map(HostsRecord::presentNames).orElse(List.of()));
    json.put("hosts_lost", hosts.map(HostsRecord::namesLost).orElse(List.of()));
    json.put("event_logger", logger);
    json.put("log_bytes", logBytes);
    List<Map<String, Object>> all = new ArrayList<>();
    for (RankSummary r : ranks) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("rank", r.rank());
      one.put("host", r.host());
      one.put("state", r.state());
      one.put("incarnation", r.incarnation());
      one.put("pid", r.pid());
      one.put("clock", r.clock());
      one.put("clock_before_death", r.farthest());
      one.put("gate_waits", r.gateWaits());
      one.put("gate_waited_ms", r.gateWaitedNs() / MILLI_NS);
      one.put("silent_ms", r.silentMs());
      one.put("deaths", r.deaths());
      one.put("checkpoint", r.checkpoint().map(last -> last.json(Instant.now())));
      one.put("waits", r.waits().stream().map(JobStatus::json).toList());
      one.put("recoveries", r.recoveries().stream().map(JobStatus::json).toList());
      all.add(one);
    }
    json.put("rank_status", all);
    json.put("paths", paths.map(PathsRecord::json).orElse(List.of()));
    return json;
  }

  private static Map<String, Object> json(WaitsRecord.Wait wait) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seconds", RankSummary.seconds(wait, Instant.now()));
    json.put("thread", wait.thread());
    json.put("for", wait.what());
    json.put("at", wait.place());
    return json;
  }

  private static Map<String, Object> json(RecoveryReport report) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("incarnation", report.incarnation());
    json.put("milliseconds", report.milliseconds());
    json.put("determinants", report.determinants());
    json.put("messages", report.messages());
    json.put("sends_dropped", report.sendsDropped());
    report.checkpoint().ifPresent(when -> json.put("checkpoint", when.toString()));
    return json;
  }
}

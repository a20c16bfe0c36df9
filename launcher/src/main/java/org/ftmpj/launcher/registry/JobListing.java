package org.ftmpj.launcher.registry;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.supervisor.record.JobRecord;

/** The texts of jobs. */
public final class JobListing {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private JobListing() {}

  /** The text of `ftmpj jobs`. */
  public static String text(List<FoundJob> jobs) {
    if (jobs.isEmpty()) {
      return "no jobs" + System.lineSeparator();
    }
    Table table = new Table("JOB", "STATE", "RANKS", "STARTED", "LAUNCHER", "DIRECTORY");
    for (FoundJob job : jobs) {
      table.row(
          job.id(),
          word(job),
          job.record().map(record -> "" + record.ranks()).orElse("?"),
          job.record().map(record -> time(record.started())).orElse("?"),
          launcher(job),
          job.layout().directory());
    }
    return table.toString();
  }

  /** The jobs for programs. */
  public static List<Map<String, Object>> json(List<FoundJob> jobs) {
    return jobs.stream().map(JobListing::json).toList();
  }

  static Map<String, Object> json(FoundJob job) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", job.id());
    json.put("directory", job.layout().directory());
    json.put("state", word(job));
    json.put("ended", job.ended());
    json.put("program", job.record().map(JobRecord::program));
    json.put("ranks", job.record().map(JobRecord::ranks));
    json.put("durability", job.record().map(record -> lower(record.durability())));
    json.put(
        "started", job.record().map(record -> record.started().truncatedTo(ChronoUnit.MILLIS)));
    json.put("launcher_pid", job.record().map(record -> record.launcher().pid()));
    json.put("launcher_alive", job.isLauncherAlive());
    return json;
  }

  static String state(FoundJob job) {
    return word(job) + job.ended().map(end -> ": " + end).orElse("");
  }

  private static String word(FoundJob job) {
    return job.isTakenOver() ? "elsewhere" : lower(job.state());
  }

  static String launcher(FoundJob job) {
    return job.record().map(record -> record.launcher().pid() + life(job)).orElse("?");
  }

  private static String life(FoundJob job) {
    if (job.isInAnotherContainer()) {
      return " in another container";
    }
    return job.isLauncherAlive() ? " alive" : " gone";
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

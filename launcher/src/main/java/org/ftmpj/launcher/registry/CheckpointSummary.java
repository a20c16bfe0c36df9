package org.ftmpj.launcher.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.hostd.disk.DiskUse;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;

/**
 * The last checkpoint of a rank, and what a failure of it would cost now.
 *
 * @param begun when the rank began to run, if it repeats everything
 * @param processor time that the rank's process has used so far; empty if it is not on this host
 */
public record CheckpointSummary(
    int rank, CheckpointRecord record, Instant begun, Optional<Duration> processor) {

  /**
   * The seconds of its run that the rank would repeat at most if it failed now: those since its
   * last checkpoint, or since it began.
   */
  private long secondsToRepeat(Instant now) {
    return seconds(record.last().map(Last::taken).orElse(begun), now);
  }

  private static long seconds(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toSeconds());
  }

  /**
   * The part of these seconds that it has computed: a repetition does not wait for others, so it
   * takes about that long, on as many processors as the rank had.
   */
  private Optional<Long> secondsComputed(Instant now) {
    long before = record.last().map(Last::processorMs).orElse(0L);
    return processor.map(
        used -> Math.max(0, Math.min(used.minusMillis(before).toSeconds(), secondsToRepeat(now))));
  }

  private String toRepeat(Instant now) {
    return secondsComputed(now)
        .map(computed -> computed + " s")
        .orElseGet(() -> "at most " + secondsToRepeat(now) + " s");
  }

  /** A table; empty if no rank takes checkpoints. */
  static String text(List<CheckpointSummary> all, Instant now) {
    if (all.isEmpty()) {
      return "";
    }
    Table table = new Table("RANK", "CHECKPOINT", "AGE", "SIZE", "TO REPEAT", "SINCE THEN");
    for (CheckpointSummary one : all) {
      Optional<Last> last = one.record.last();
      table.row(
          one.rank,
          last.map(checkpoint -> JobListing.time(checkpoint.taken())).orElse("none"),
          last.map(checkpoint -> seconds(checkpoint.taken(), now) + " s").orElse("-"),
          last.map(checkpoint -> DiskUse.text(checkpoint.bytes())).orElse("-"),
          one.toRepeat(now),
          one.record.refused().map(why -> "none can be taken: " + why).orElse("-"));
    }
    return System.lineSeparator() + table;
  }

  Map<String, Object> json(Instant now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("taken", record.last().map(last -> last.taken().toString()));
    json.put("age_seconds", record.last().map(last -> seconds(last.taken(), now)));
    json.put("bytes", record.last().map(Last::bytes));
    json.put("refused", record.refused());
    json.put("to_repeat_seconds", secondsComputed(now));
    json.put("to_repeat_seconds_at_most", secondsToRepeat(now));
    return json;
  }
}

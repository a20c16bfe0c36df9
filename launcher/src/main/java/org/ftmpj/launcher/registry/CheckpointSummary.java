package org.ftmpj.launcher.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;

/**
 * The last checkpoint of a rank, and what a failure of it would cost now.
 *
 * @param begun when the rank began to run, if it repeats everything
 */
public record CheckpointSummary(int rank, CheckpointRecord record, Instant begun) {

  /**
   * How many seconds of its run the rank would repeat at most, if it failed now: those since its
   * last checkpoint, or since it began. It waits for nobody then, so it takes less.
   */
  public long secondsToRepeat(Instant now) {
    Instant since = record.last().map(Last::taken).orElse(begun);
    return Math.max(0, Duration.between(since, now).toSeconds());
  }

  /** As a table; empty if no rank takes checkpoints. */
  static String text(List<CheckpointSummary> all, Instant now) {
    if (all.isEmpty()) {
      return "";
    }
    Table table = new Table("RANK", "CHECKPOINT", "SIZE", "TO REPEAT", "SINCE THEN");
    for (CheckpointSummary one : all) {
      Optional<Last> last = one.record.last();
      table.row(
          one.rank,
          last.map(checkpoint -> Listing.time(checkpoint.taken())).orElse("none"),
          last.map(checkpoint -> DiskUse.text(checkpoint.bytes())).orElse("-"),
          one.secondsToRepeat(now) + " s",
          one.record.refused().map(why -> "none can be taken: " + why).orElse("-"));
    }
    return System.lineSeparator() + table;
  }

  Map<String, Object> json(Instant now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("taken", record.last().map(last -> last.taken().toString()));
    json.put("bytes", record.last().map(Last::bytes));
    json.put("refused", record.refused());
    json.put("to_repeat_seconds", secondsToRepeat(now));
    return json;
  }
}

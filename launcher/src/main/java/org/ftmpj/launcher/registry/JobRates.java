package org.ftmpj.launcher.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.hostd.disk.DiskUse;

/**
 * The progress of a job: two observations of it, and the time between them.
 *
 * @param elapsedNs from the earlier one to the later one
 */
public record JobRates(JobStatus earlier, JobStatus later, long elapsedNs) {
  private static final double SECOND_NS = 1e9;
  private static final String UNKNOWN = "-";

  /** The text of `ftmpj status --watch`. */
  public String text() {
    String end = System.lineSeparator();
    Table table =
        new Table(
            "RANK",
            "STATE",
            "INCARNATION",
            "PID",
            "CLOCK",
            "PER SECOND",
            "GATE WAITS",
            "WAITED",
            "DEATHS",
            "RECOVERIES",
            "LAST RECOVERY");
    for (RankSummary r : later.ranks()) {
      table.row(
          r.rank(),
          r.state(),
          r.incarnation(),
          JobStatus.pid(r),
          r.clockText(),
          operations(r),
          perSecond(r.gateWaits() - before(r).gateWaits()),
          waited(r),
          r.deaths(),
          r.recoveries().size(),
          r.lastRecovery());
    }
    return later.headText()
        + "logs grow    "
        + growth()
        + end
        + end
        + table
        + later.checkpointsText()
        + later.waitsText();
  }

  private RankSummary before(RankSummary now) {
    return earlier.ranks().get(now.rank());
  }

  /**
   * The share of the time between the observations that was spent waiting; a wait counts when it
   * ends.
   */
  private String waited(RankSummary now) {
    double ns = now.gateWaitedNs() - before(now).gateWaitedNs();
    return String.format(Locale.ROOT, "%.0f %%", 100 * ns / elapsedNs);
  }

  /** A rank that was restarted in between has begun to count again. */
  private String operations(RankSummary now) {
    RankSummary before = before(now);
    return before.incarnation() == now.incarnation() && now.clock() >= before.clock()
        ? perSecond(now.clock() - before.clock())
        : UNKNOWN;
  }

  private String growth() {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Long> log : later.logBytes().entrySet()) {
      long grown = log.getValue() - earlier.logBytes().get(log.getKey());
      parts.add(log.getKey() + " " + DiskUse.text((long) (grown * SECOND_NS / elapsedNs)) + "/s");
    }
    return String.join(", ", parts);
  }

  private String perSecond(long count) {
    return String.format(Locale.ROOT, "%.0f", count * SECOND_NS / elapsedNs);
  }
}

package org.ftmpj.supervisor.job;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.RecoveryReport;

/** Notices for the user about failures and recoveries. */
public final class Notices {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  private Notices() {}

  /** The line for an event; empty if it is not worth a notice. */
  public static Optional<String> of(int rank, RankEvent event) {
    if (event instanceof RankEvent.Died died) {
      return Optional.of(
          "rank %d (incarnation %d) died: %s%s; noticed at %s; %s"
              .formatted(
                  rank,
                  died.incarnation(),
                  died.status(),
                  died.report().map(report -> ", report: " + report).orElse(""),
                  time(died.noticed()),
                  restarting(died.pause())));
    }
    if (event instanceof RankEvent.Recovering recovering) {
      return Optional.of(
          "rank %d is recovering as incarnation %d: %d of %d operations repeated"
              .formatted(
                  rank,
                  recovering.incarnation(),
                  Math.min(recovering.repeated(), recovering.farthest()),
                  recovering.farthest()));
    }
    if (event instanceof RankEvent.OrphansKilled orphans) {
      return Optional.of(
          "rank %d: killed what incarnation %d had started and left running: %s"
              .formatted(rank, orphans.incarnation(), String.join(", ", orphans.processes())));
    }
    if (event instanceof RankEvent.Recovered recovered) {
      RecoveryReport report = recovered.report();
      return Optional.of(
          "rank %d recovered as incarnation %d in %d ms%s: %d determinants and %d messages replayed, %d sends already done"
              .formatted(
                  rank,
                  report.incarnation(),
                  recovered.sinceDeath().toMillis(),
                  report
                      .checkpoint()
                      .map(when -> ", restarted from its checkpoint of " + time(when))
                      .orElse(""),
                  report.determinants(),
                  report.messages(),
                  report.sendsDropped()));
    }
    return Optional.empty();
  }

  private static String restarting(Duration pause) {
    return pause.isZero() ? "restarting" : "restarting in " + pause.toMillis() + " ms";
  }

  public static String time(Instant when) {
    return TIME.format(when);
  }
}

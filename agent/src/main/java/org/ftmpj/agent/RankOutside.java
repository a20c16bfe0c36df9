package org.ftmpj.agent;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.protocol.replay.Outside;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.RecoveryReport;

/** The world outside the rank: output log, recovery report, diagnostics. */
final class RankOutside implements Outside {
  private final Place place;
  private final OutputWriter output;
  private final Optional<Instant> checkpoint;
  private final Diagnostics diagnostics;

  /**
   * @param checkpoint when the one was taken from which the rank goes on
   */
  RankOutside(
      Place place, OutputWriter output, Optional<Instant> checkpoint, Diagnostics diagnostics) {
    this.place = place;
    this.output = output;
    this.checkpoint = checkpoint;
    this.diagnostics = diagnostics;
  }

  @Override
  public boolean holdsMoreOutput() {
    return output.holdsMore(Program.MAIN);
  }

  @Override
  public void live(RecoveryStatistics statistics) {
    if (place.incarnation() == 1) {
      return;
    }
    new RecoveryReport(
            place.rank(),
            place.incarnation(),
            statistics.determinants(),
            statistics.messages(),
            statistics.heldSends(),
            output.dropped(),
            ManagementFactory.getRuntimeMXBean().getUptime(),
            checkpoint)
        .write(place.layout().recovered(place.rank(), place.incarnation()));
  }

  @Override
  public void transition(RankState from, RankState to, String why) {
    diagnostics.say(LogLevel.INFO, from + " -> " + to + ": " + why);
  }
}

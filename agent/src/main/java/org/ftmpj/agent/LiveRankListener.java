package org.ftmpj.agent;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.agent.checkpoint.Restart;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.RecoveryReport;

/** Connects the protocol of a rank with its output log, recovery report and diagnostics. */
final class LiveRankListener implements RankListener {
  private final Place place;
  private final OutputWriter output;
  private final Optional<Restart> restart;
  private final Diagnostics diagnostics;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean live;

  /**
   * @param restart the point from which the rank goes on; empty if it starts from the beginning of
   *     the program
   */
  LiveRankListener(
      Place place, OutputWriter output, Optional<Restart> restart, Diagnostics diagnostics) {
    this.place = place;
    this.output = output;
    this.restart = restart;
    this.diagnostics = diagnostics;
  }

  @Override
  public boolean hasUnrepeatedOutput() {
    return output.hasUnrepeated(Program.MAIN);
  }

  @Override
  public void live(RecoveryStatistics statistics) {
    if (place.incarnation() > 1) {
      whenRestored(() -> report(statistics));
    }
    List<Runnable> due;
    synchronized (waiting) {
      live = true;
      due = List.copyOf(waiting);
    }
    due.forEach(this::whenRestored);
  }

  /** Sets the action for when the rank is live and restored. */
  void whenLive(Runnable action) {
    synchronized (waiting) {
      if (!live) {
        waiting.add(action);
        return;
      }
    }
    whenRestored(action);
  }

  private void whenRestored(Runnable action) {
    restart.ifPresentOrElse(from -> from.whenRestored(action), action);
  }

  private void report(RecoveryStatistics statistics) {
    new RecoveryReport(
            place.rank(),
            place.incarnation(),
            statistics.determinants(),
            statistics.messages(),
            statistics.droppedSends(),
            output.dropped(),
            ManagementFactory.getRuntimeMXBean().getUptime(),
            restart.map(Restart::taken))
        .write(place.layout().recovered(place.rank(), place.incarnation()));
  }

  @Override
  public void transition(RankState from, RankState to, String why) {
    diagnostics.say(LogLevel.INFO, from + " -> " + to + ": " + why);
  }
}

package org.ftmpj.agent.flight;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** Emits events of Java Flight Recorder for recoveries and matches. */
final class FlightRankListener implements RankListener {
  private final RankListener outside;
  private final int incarnation;

  FlightRankListener(RankListener outside, int incarnation) {
    this.outside = outside;
    this.incarnation = incarnation;
  }

  @Override
  public boolean hasUnrepeatedOutput() {
    return outside.hasUnrepeatedOutput();
  }

  @Override
  public void live(RecoveryStatistics statistics) {
    outside.live(statistics);
    RecoveryEvent event = new RecoveryEvent();
    if (incarnation > 1 && event.shouldCommit()) {
      event.incarnation = incarnation;
      event.determinants = statistics.determinants();
      event.messages = statistics.messages();
      event.sendsDropped = statistics.droppedSends();
      event.uptime = ManagementFactory.getRuntimeMXBean().getUptime();
      event.commit();
    }
  }

  @Override
  public void transition(RankState from, RankState to, String why) {
    outside.transition(from, to, why);
  }

  @Override
  public Optional<Consumer<Arrival.Message>> matches() {
    return Optional.of(FlightRankListener::matched);
  }

  private static void matched(Arrival.Message message) {
    MatchEvent event = new MatchEvent();
    if (event.shouldCommit()) {
      event.source = message.source();
      event.sequence = message.sequence();
      event.context = message.envelope().context();
      event.tag = message.envelope().tag();
      event.bytes = message.envelope().length();
      event.commit();
    }
  }
}

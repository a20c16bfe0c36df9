package org.ftmpj.protocol.replay;

import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;

/** The services of the world outside the rank for the protocol, and the listener to its events. */
public interface Outside {

  /**
   * Whether earlier incarnations put out more than this one has put out again so far (protocol rule
   * OUTPUT). Counts as a send that the log already holds.
   */
  boolean holdsMoreOutput();

  /**
   * The rank is live: everything that was recorded has been repeated. Called once, at the start if
   * there was nothing to repeat.
   */
  void live(RecoveryStatistics statistics);

  /**
   * Is told of every message that a receive of this rank gets, at the match. Asked once, at the
   * start; if empty, nothing is called at a match.
   */
  default Optional<Consumer<Arrival.Message>> matches() {
    return Optional.empty();
  }

  /** The rank's state changed. */
  void transition(RankState from, RankState to, String why);
}

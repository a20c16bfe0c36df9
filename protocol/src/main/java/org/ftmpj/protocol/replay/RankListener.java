package org.ftmpj.protocol.replay;

import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;

/**
 * The services that the protocol needs from outside the rank, and the listener to the protocol's
 * events.
 */
public interface RankListener {
  /** Listens to nothing, for a rank without output. */
  RankListener NONE = new RankListener() {};

  /**
   * Whether earlier incarnations wrote output that this one has not repeated yet (protocol rule
   * OUTPUT). It counts like a send that the log already holds.
   */
  default boolean hasUnrepeatedOutput() {
    return false;
  }

  /**
   * Called once when the rank goes live, that is, when everything recorded has been repeated; at
   * the start if nothing was recorded.
   */
  default void live(RecoveryStatistics statistics) {}

  /**
   * The listener to matches of this rank's receives; empty if there is none. Called once, at the
   * start.
   */
  default Optional<Consumer<Arrival.Message>> matches() {
    return Optional.empty();
  }

  /** Called when the rank's state has changed. */
  default void transition(RankState from, RankState to, String why) {}
}

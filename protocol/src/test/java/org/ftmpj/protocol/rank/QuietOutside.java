package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.replay.Outside;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** An outside that has nothing of the rank's output, and does not care in which state it is. */
public interface QuietOutside extends Outside {
  @Override
  default boolean holdsMoreOutput() {
    return false;
  }

  @Override
  default void live(RecoveryStatistics statistics) {}

  @Override
  default void transition(RankState from, RankState to, String why) {}
}

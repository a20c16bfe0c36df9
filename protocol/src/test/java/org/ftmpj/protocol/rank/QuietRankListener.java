package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** An outside that has nothing of the rank's output, and does not care in which state it is. */
public interface QuietRankListener extends RankListener {
  @Override
  default boolean hasUnrepeatedOutput() {
    return false;
  }

  @Override
  default void live(RecoveryStatistics statistics) {}

  @Override
  default void transition(RankState from, RankState to, String why) {}
}

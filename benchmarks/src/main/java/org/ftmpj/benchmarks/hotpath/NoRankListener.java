package org.ftmpj.benchmarks.hotpath;

import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** Of a rank that prints nothing and was never dead. */
public final class NoRankListener implements RankListener {
  @Override
  public boolean hasUnrepeatedOutput() {
    return false;
  }

  @Override
  public void live(RecoveryStatistics statistics) {}

  @Override
  public void transition(RankState from, RankState to, String why) {}
}

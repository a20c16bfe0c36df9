package org.ftmpj.launcher.simulation;

import java.util.List;
import java.util.Map;
import org.ftmpj.hostd.job.MovedRank;

/** What a host tells a coordinator, as far as it decides something here. */
sealed interface FromHost {
  /**
   * It has lost another coordinator.
   *
   * @param incarnations of the ranks that are placed there
   */
  record Rejoined(Map<Integer, Integer> incarnations) implements FromHost {}

  /**
   * A step is done there.
   *
   * @param known the newest incarnations of ranks of a lost host that something has come of
   */
  record Answered(long step, List<MovedRank> known) implements FromHost {}

  /** A rank has printed a line. */
  record Printed(int rank, int incarnation, int line, long text) implements FromHost {}

  /** A rank has ended. */
  record Ended(int rank) implements FromHost {}

  /** No rank is left there. */
  record Stopped() implements FromHost {}
}

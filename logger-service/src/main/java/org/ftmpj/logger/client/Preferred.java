package org.ftmpj.logger.client;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Chooses those of several event loggers that get records at once: a majority that acknowledges
 * them soon. The others get them a little later, many at a time, which is cheaper. One thread.
 */
final class Preferred {
  /**
   * The delay of records for the others, and the longest delay of a soon acknowledgement, in
   * nanoseconds.
   */
  static final long LATER_NS = 5_000_000L;

  private final boolean[] atOnce;
  private final long[] servedNs;

  /** The time since when each logger has owed an answer; 0 if it owes none. */
  private final long[] owesNs;

  private final boolean[] isWell;

  /** The last logger to answer among those that get records at once. */
  private int slowest;

  Preferred(int loggers, long nowNs) {
    atOnce = new boolean[loggers];
    Arrays.fill(atOnce, 0, loggers / 2 + 1, true);
    servedNs = new long[loggers];
    Arrays.fill(servedNs, nowNs);
    owesNs = new long[loggers];
    isWell = new boolean[loggers];
  }

  /**
   * Learns the state of a logger that {@linkplain #isDue is due}, when all its input was taken.
   *
   * @param counts whether it is connected and counts
   * @param owes whether it has something to acknowledge
   * @param heardNs time when something was heard of it
   */
  void look(int logger, boolean counts, boolean owes, long heardNs, long nowNs) {
    if (!owes) {
      owesNs[logger] = 0;
    } else if (owesNs[logger] == 0) {
      owesNs[logger] = nowNs;
    }
    isWell[logger] = counts && !(owes && nowNs - Math.max(owesNs[logger], heardNs) > LATER_NS);
    if (atOnce[logger] && !isWell[logger]) {
      replace(logger);
    }
  }

  private void replace(int logger) {
    for (int other = 0; other < atOnce.length; other++) {
      if (!atOnce[other] && isWell[other]) {
        atOnce[logger] = false;
        atOnce[other] = true;
        return;
      }
    }
  }

  /** Whether a logger should get its records now. */
  boolean isDue(int logger, long nowNs) {
    return atOnce[logger] || nowNs - servedNs[logger] >= LATER_NS;
  }

  /** Whether a logger should get its records now; if so, records that it does. */
  boolean serves(int logger, long nowNs) {
    boolean isDue = isDue(logger, nowNs);
    if (isDue) {
      servedNs[logger] = nowNs;
    }
    return isDue;
  }

  /**
   * The logger whose answer should be awaited. When the one that was last before has answered, the
   * others mostly have, too, so a thread that waits for a majority is woken once, not for each
   * answer.
   *
   * @param owes whether a logger has something to acknowledge
   */
  int slowest(IntPredicate owes) {
    if (!isAwaited(slowest, owes)) {
      for (int i = 0; i < atOnce.length; i++) {
        if (isAwaited(i, owes)) {
          slowest = i;
          break;
        }
      }
    }
    return slowest;
  }

  private boolean isAwaited(int logger, IntPredicate owes) {
    return atOnce[logger] && owes.test(logger);
  }
}

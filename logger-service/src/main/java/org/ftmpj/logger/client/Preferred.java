package org.ftmpj.logger.client;

import java.util.Arrays;

/**
 * Which of several event loggers get records at once: a majority that acknowledges them soon. The
 * others get them a little later, many at a time, which takes less of everything; they get them at
 * the latest when those have not acknowledged soon. One thread.
 */
final class Preferred {
  /** What is later, and no more soon. */
  static final long LATER_NS = 1_000_000L;

  private final boolean[] atOnce;
  private final long[] servedNs;

  /** Since when it has owed an answer; 0 if it does not. */
  private final long[] owesNs;

  private final boolean[] isWell;

  Preferred(int loggers, long nowNs) {
    atOnce = new boolean[loggers];
    Arrays.fill(atOnce, 0, loggers / 2 + 1, true);
    servedNs = new long[loggers];
    Arrays.fill(servedNs, nowNs);
    owesNs = new long[loggers];
    isWell = new boolean[loggers];
  }

  /**
   * Learns of a logger how it is.
   *
   * @param counts whether it is there and counts
   * @param owes whether it has something to acknowledge
   * @param heardNs when something was heard of it
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

  /** Whether it is to get now what there is for it; then it does. */
  boolean serves(int logger, long nowNs) {
    boolean isDue = atOnce[logger] || nowNs - servedNs[logger] >= LATER_NS;
    if (isDue) {
      servedNs[logger] = nowNs;
    }
    return isDue;
  }
}

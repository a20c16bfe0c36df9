package org.ftmpj.logger.client;

/**
 * The time that an event logger may not answer before the user is informed, in nanoseconds. It
 * doubles each time that the logger came back after a report: on a busy machine that happens again
 * and again with nothing wrong. One thread.
 */
final class OutagePatience {
  private static final long SHORTEST_NS = 2_000_000_000L;
  private static final long LONGEST_NS = 64_000_000_000L;

  private long ns = SHORTEST_NS;

  boolean isOver(long sinceNs, long nowNs) {
    return nowNs - sinceNs >= ns;
  }

  /** Records that the logger has answered after a report. */
  void hasAnsweredAfterAll() {
    ns = Math.min(2 * ns, LONGEST_NS);
  }
}

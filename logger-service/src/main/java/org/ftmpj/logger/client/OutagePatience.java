package org.ftmpj.logger.client;

/**
 * How long an event logger may not answer before the user is told, in nanoseconds. It doubles each
 * time that the user was told and the logger then came back: on a busy machine that happens again
 * and again with nothing wrong. One thread.
 */
final class OutagePatience {
  private static final long SHORTEST_NS = 2_000_000_000L;
  private static final long LONGEST_NS = 64_000_000_000L;

  private long ns = SHORTEST_NS;

  boolean isOver(long sinceNs, long nowNs) {
    return nowNs - sinceNs >= ns;
  }

  /** The user was told, and the logger has answered. */
  void hasAnsweredAfterAll() {
    ns = Math.min(2 * ns, LONGEST_NS);
  }
}

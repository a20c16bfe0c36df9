package org.ftmpj.logger.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A time without event logger: how long to pause before the next attempt, and what to tell the
 * user, once when it lasts and once when it is over. One thread.
 */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteEventLog.class);
  private static final long SHORTEST_PAUSE_MS = 10;
  private static final long LONGEST_PAUSE_MS = 500;

  private final String rank;
  private final String logger;
  private final OutagePatience patience = new OutagePatience();
  private boolean present;
  private boolean told;
  private long sinceNs;
  private long pauseMs;

  Outage(String rank, String logger) {
    this.rank = rank;
    this.logger = logger;
  }

  /**
   * The logger could not be reached, or was lost.
   *
   * @return how long to pause before the next attempt, milliseconds
   */
  long failed(Exception why, long nowNs) {
    if (!present) {
      present = true;
      sinceNs = nowNs;
      pauseMs = SHORTEST_PAUSE_MS;
    } else {
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    if (!told && patience.isOver(sinceNs, nowNs)) {
      told = true;
      LOG.warn(
          "{} waits for the event logger at {}, which is away: {}", rank, logger, describe(why));
    }
    return pauseMs;
  }

  /** The logger has answered. */
  void over(long nowNs) {
    if (told) {
      patience.hasAnsweredAfterAll();
      LOG.warn(
          "{} goes on: the event logger at {} is back after {} s",
          rank,
          logger,
          (nowNs - sinceNs) / 1_000_000_000L);
    }
    present = false;
    told = false;
  }

  boolean isPresent() {
    return present;
  }

  /** How long it has lasted, nanoseconds. */
  long lengthNs(long nowNs) {
    return present ? nowNs - sinceNs : 0;
  }

  static String describe(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}

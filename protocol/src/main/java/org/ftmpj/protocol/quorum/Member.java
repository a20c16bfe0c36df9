package org.ftmpj.protocol.quorum;

/** A logger as a writer knows it. */
final class Member {
  boolean isConnected;

  /** Whether the connection has become useless. */
  boolean isStale;

  /** Whether it has everything that it has ever acknowledged. */
  boolean isComplete;

  /** Its log when it was connected. */
  LogShape shape = LogShape.EMPTY;

  /** The number up to which it durably has the writer's log. */
  long has;

  /** The next number to be sent to it. */
  long next;

  /** The logger from which records for this one are being read; negative if none are. */
  int source = -1;

  /**
   * The tickets of the first request of the writer's own incarnation, and of the one that made this
   * logger complete; 0 before.
   */
  long begunBy;

  long completedBy;

  /** Whether its log durably has the beginning of the writer's incarnation. */
  boolean hasBegun;

  /**
   * The last ticket when it was connected, the last one sent to it, and the last one that it
   * answered.
   */
  long knownAt;

  long issued;
  long answered;

  boolean isUsable() {
    return isConnected && !isStale;
  }

  /** Whether it counts in majorities. */
  boolean counts() {
    return isComplete && hasBegun;
  }
}

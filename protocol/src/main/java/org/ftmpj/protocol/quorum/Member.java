package org.ftmpj.protocol.quorum;

/** A logger as a writer knows it. */
final class Member {
  boolean isConnected;

  /** Whether its connection is of no use any more. */
  boolean isStale;

  /** Whether it has everything that it has ever acknowledged. */
  boolean isComplete;

  /** Its log when it was connected. */
  LogShape shape = LogShape.EMPTY;

  /** Up to which number it has the writer's log, durably. */
  long has;

  /** The next number to be sent to it. */
  long next;

  /** From whom records for it are being read; negative if none are. */
  int source = -1;

  /**
   * What was sent first of the writer's own incarnation, and when it became complete; 0: not yet.
   */
  long begunBy;

  long completedBy;

  /** Whether its log has begun with the writer's incarnation, durably. */
  boolean hasBegun;

  /**
   * Which ticket was the last one when it was connected, was sent to it, and was answered by it.
   */
  long knownAt;

  long issued;
  long answered;

  boolean isUsable() {
    return isConnected && !isStale;
  }

  /** Whether what it has counts. */
  boolean counts() {
    return isComplete && hasBegun;
  }
}

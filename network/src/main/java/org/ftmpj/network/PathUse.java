package org.ftmpj.network;

import java.util.concurrent.atomic.LongAdder;

/** A path of a session, and its use. The counters may be used by any thread. */
final class PathUse {
  final int index;
  final LongAdder sent = new LongAdder();
  final LongAdder received = new LongAdder();
  final LongAdder retransmitted = new LongAdder();
  final LongAdder corrupt = new LongAdder();
  final LongAdder fenced = new LongAdder();
  final LongAdder duplicates = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder connections = new LongAdder();
  final LongAdder left = new LongAdder();
  final LongAdder taken = new LongAdder();

  /**
   * The time between the last answered probe and its answer, in nanoseconds; 0 before the first.
   */
  volatile long roundTripNs;

  /** The connection in use; null if there is none. Guarded by the session's lock. */
  SessionConnection link;

  /**
   * Whether the last connection ended before anything came on it. Guarded by the session's lock.
   */
  boolean endedUnused;

  /**
   * Whether the other side, or its operating system, ended the last connection, or refuses a new
   * one. Guarded by the session's lock.
   */
  boolean endedByPeer;

  PathUse(int index) {
    this.index = index;
  }

  PathCounters counters(int peer) {
    SessionConnection now = link;
    return new PathCounters(
        peer,
        index,
        sent.sum(),
        received.sum(),
        retransmitted.sum(),
        corrupt.sum(),
        fenced.sum(),
        duplicates.sum(),
        refused.sum(),
        bytes.sum(),
        connections.sum(),
        left.sum(),
        taken.sum(),
        now != null && !now.left,
        roundTripNs);
  }
}

package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.Receive;

/**
 * An operation, or a hand-over, in which a thread waits at a checkpoint, and which it makes again
 * from the beginning where it goes on. What it has already done it does not do again: it has its
 * number, is counted among the events, and its receive is posted (protocol rule LEFT_OPERATION).
 *
 * @param thread number of the thread
 * @param kind what the thread makes next
 * @param clock of the operation; 0 if it has no number
 * @param receive that was posted for it, complete or not; null but for {@link Kind#RECEIVE}
 */
public record PendingOperation(int thread, Kind kind, long clock, Receive.Snapshot receive) {

  /** The kind of a thread's next event. */
  public enum Kind {
    /** A wait for a request, or one that can come out in one way only: it has no number. */
    WAIT,
    /** The receive, which was posted in the call that waits for it. */
    RECEIVE,
    PROBE,
    DELIVERY,
    /** A hand-over between threads, of which nothing has taken effect. */
    HAND_OVER;

    /** Whether the event log may have its outcome. */
    boolean hasOutcome() {
      return this == PROBE || this == DELIVERY;
    }
  }

  /** Returns this operation for another host. */
  PendingOperation elsewhere() {
    return new PendingOperation(thread, kind, clock, receive == null ? null : receive.elsewhere());
  }
}

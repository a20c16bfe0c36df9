package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.Receive;

/**
 * An operation or hand-over in which a thread waits at a checkpoint. The thread makes it again from
 * the beginning when it goes on, but without repeating what has taken effect: it has its number, is
 * counted among the events, and its receive is posted (protocol rule PENDING_OPERATION).
 *
 * @param thread number of the thread
 * @param kind the kind of the thread's next event
 * @param clock of the operation; 0 if it has no number
 * @param receive the receive that was posted for it, complete or not; null except for {@link
 *     Kind#RECEIVE}
 */
public record PendingOperation(int thread, Kind kind, long clock, Receive.Snapshot receive) {

  /** The kind of a thread's next event. */
  public enum Kind {
    /** A wait with only one possible outcome; it has no number. */
    WAIT,
    /** The receive, which was posted in the call that waits for it. */
    RECEIVE,
    PROBE,
    DELIVERY,
    /** A hand-over between threads that has not taken effect. */
    HAND_OVER;

    /** Whether the event log may hold its outcome. */
    boolean hasOutcome() {
      return this == PROBE || this == DELIVERY;
    }
  }

  /** Returns this operation for another host's logs. */
  PendingOperation onOtherHost() {
    return new PendingOperation(
        thread, kind, clock, receive == null ? null : receive.onOtherHost());
  }
}

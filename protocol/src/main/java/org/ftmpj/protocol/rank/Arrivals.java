package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.InboundLogs;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * Takes arrivals from the channel logs to where they belong, within the calls of the program. Does
 * not wait. One thread.
 */
final class Arrivals {
  private final InboundLogs logs;
  private final Matching matching;
  private final MatchedMarks marks;
  private final RankStates states;
  private final EventOrder order;
  private long inReplay;

  Arrivals(
      InboundLogs logs,
      Matching matching,
      MatchedMarks marks,
      RankStates states,
      EventOrder order) {
    this.logs = logs;
    this.matching = matching;
    this.marks = marks;
    this.states = states;
    this.order = order;
  }

  /**
   * Takes in all that has arrived.
   *
   * @return whether anything had
   */
  boolean poll() {
    boolean any = false;
    for (int source = logs.ready(0); source >= 0; source = logs.ready(source + 1)) {
      for (Arrival a = logs.poll(source); a != null; a = logs.poll(source)) {
        any = true;
        take(a);
      }
    }
    if (any) {
      order.arrived();
    }
    return any;
  }

  /**
   * Takes in what has arrived, unless that request is complete already.
   *
   * @param by waits for it
   */
  Attempt attempt(PendingRequest request, Operation by) {
    if (request.isComplete()) {
      return Attempt.DONE;
    }
    // The program may have repeated its last output since; the rank that is to complete this one
    // may wait for the match of a wildcard that was held until now.
    states.advance();
    poll();
    if (!request.isComplete() && isHeld(request) && by.isBarred()) {
      return by.barred();
    }
    return request.isComplete() ? Attempt.DONE : Attempt.NOTHING_ARRIVED;
  }

  /** Goes on after so many messages taken in before the rank was live; of a new one. */
  void restore(long matchedBefore) {
    inReplay = matchedBefore;
  }

  /** Messages taken in before the rank was live. */
  long matchedInReplay() {
    return inReplay;
  }

  private void take(Arrival arrival) {
    if (arrival instanceof Arrival.Message message) {
      if (!states.isRecording()) {
        inReplay++;
      }
      matching.arrive(message);
    } else if (arrival instanceof Arrival.MatchedMark mark) {
      marks.arrive(mark);
    }
  }

  /** What waits for a held wildcard before the rank is live waits for an outcome that was lost. */
  private boolean isHeld(PendingRequest request) {
    return !states.isRecording()
        && request instanceof Receive receive
        && matching.waitsForHeld(receive);
  }
}

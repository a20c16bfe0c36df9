package org.ftmpj.protocol.match;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.InboundLogs;
import org.ftmpj.protocol.replay.RankStates;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * Takes in arrivals from the channel logs and passes them on, within the calls of the program. Does
 * not wait. One thread.
 */
public final class Arrivals {
  private final InboundLogs logs;
  private final Matching matching;
  private final MatchedMarks marks;
  private final RankStates states;
  private final EventOrder order;
  private long inReplay;

  public Arrivals(
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
   * @return whether anything had arrived
   */
  public boolean poll() {
    boolean any = false;
    for (Arrival arrival = logs.next(); arrival != null; arrival = logs.next()) {
      any = true;
      take(arrival);
    }
    if (any) {
      order.arrived();
    }
    return any;
  }

  /** Sets the number of messages taken in before the rank was live, in a new object. */
  public void restore(long matchedBefore) {
    inReplay = matchedBefore;
  }

  /** The number of messages taken in before the rank was live. */
  public long matchedInReplay() {
    return inReplay;
  }

  /**
   * Whether that request waits for a deferred wildcard. Before the rank is live, this means that
   * the outcome it waits for was lost.
   */
  public boolean waitsForDeferred(PendingRequest request) {
    return !states.isRecording()
        && !request.isComplete()
        && request instanceof Receive receive
        && matching.waitsForDeferred(receive);
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
}

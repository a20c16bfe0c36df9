package org.ftmpj.protocol.match;

import org.ftmpj.protocol.report.Awaited;

/**
 * A send that completes when its receiver has matched that very message (protocol rule
 * MATCHED_MARK). When the program knows this, the object can be reused, see {@link
 * MatchedMarks#free}.
 */
public final class SynchronousSend extends IntrusiveList.Link<SynchronousSend>
    implements PendingRequest {
  private int destination;
  private long sequence;
  private int tag;
  private boolean matched;

  /** Reuses this object for the next send. */
  SynchronousSend send(int to, long number, int with) {
    destination = to;
    sequence = number;
    tag = with;
    matched = false;
    return this;
  }

  /** The state of a synchronous send. */
  public record Snapshot(int destination, long sequence, int tag, boolean matched)
      implements PendingRequest.Snapshot {}

  @Override
  public Snapshot snapshot() {
    return new Snapshot(destination, sequence, tag, matched);
  }

  /** Restores a send from its snapshot. */
  static SynchronousSend restored(Snapshot from) {
    SynchronousSend send = new SynchronousSend().send(from.destination, from.sequence, from.tag);
    send.matched = from.matched;
    return send;
  }

  @Override
  public boolean isComplete() {
    return matched;
  }

  int destination() {
    return destination;
  }

  long sequence() {
    return sequence;
  }

  /** Forgets the send. */
  void clear() {
    matched = false;
  }

  void complete() {
    matched = true;
  }

  @Override
  public String peers(boolean tags) {
    return Awaited.to(destination, tag, tags);
  }

  @Override
  public String toString() {
    return "synchronous send(destination " + destination + ", sequence " + sequence + ")";
  }
}

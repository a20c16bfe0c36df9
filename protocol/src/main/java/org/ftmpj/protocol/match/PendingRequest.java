package org.ftmpj.protocol.match;

import org.ftmpj.protocol.report.Awaited;

/**
 * A request of the program. Receives and synchronous sends complete at a non-deterministic time; a
 * {@link #COMPLETED_SEND} was complete when its call returned, so every test of it succeeds.
 */
public sealed interface PendingRequest extends Awaited
    permits Receive, SynchronousSend, PendingRequest.CompletedSend {

  /** A send that does not wait for its receiver. */
  PendingRequest COMPLETED_SEND = new CompletedSend();

  boolean isComplete();

  /** The present state. */
  Snapshot snapshot();

  /** The state of a request, from which a restored rank gets an equal request. */
  sealed interface Snapshot
      permits Receive.Snapshot, SynchronousSend.Snapshot, CompletedSend.Snapshot {

    /** Returns this snapshot for other logs, where messages have other positions. */
    default Snapshot onOtherHost() {
      return this;
    }
  }

  /** The stateless request of all completed sends. */
  record CompletedSend() implements PendingRequest {
    /** The empty state. */
    record Snapshot() implements PendingRequest.Snapshot {}

    @Override
    public Snapshot snapshot() {
      return new Snapshot();
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public String peers(boolean tags) {
      return "a send that is complete";
    }
  }
}

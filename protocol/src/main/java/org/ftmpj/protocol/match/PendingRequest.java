package org.ftmpj.protocol.match;

import org.ftmpj.protocol.report.Awaited;

/**
 * A request of the program. Receives and synchronous sends complete at a time that is not
 * determined; a {@link #COMPLETED_SEND} was complete when its call returned, which a test of it
 * always finds.
 */
public sealed interface PendingRequest extends Awaited
    permits Receive, SynchronousSend, PendingRequest.CompletedSend {

  /** A send that does not wait for its receiver. */
  PendingRequest COMPLETED_SEND = new CompletedSend();

  boolean isComplete();

  /** How it is now. */
  Snapshot snapshot();

  /** The state of a request, to which a restored rank has an equal one. */
  sealed interface Snapshot
      permits Receive.Snapshot, SynchronousSend.Snapshot, CompletedSend.Snapshot {

    /** Returns this snapshot for logs that have the messages at other places. */
    default Snapshot elsewhere() {
      return this;
    }
  }

  /** Stateless, so that one serves all. */
  record CompletedSend() implements PendingRequest {
    /** There is nothing to know. */
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

package org.ftmpj.protocol.rank;

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

  /** Stateless, so that one serves all. */
  record CompletedSend() implements PendingRequest {
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

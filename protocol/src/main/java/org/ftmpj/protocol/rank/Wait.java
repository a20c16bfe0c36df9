package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.thread.Attempt;

/** A wait for one request. It is no event, since there is only one possible outcome. */
final class Wait extends Operation {
  private PendingRequest request;
  private boolean isOfReceive;

  Wait(RankCore core) {
    super(core);
  }

  Wait of(PendingRequest waitedFor) {
    if (request != waitedFor) {
      request = waitedFor;
    }
    isOfReceive = false;
    return this;
  }

  /** Sets up the wait in the same call that has posted the receive. */
  Wait in(Receive receive) {
    of(receive);
    isOfReceive = true;
    return this;
  }

  @Override
  boolean isEvent() {
    return false;
  }

  @Override
  void start() {
    core.operations.await(request);
  }

  @Override
  Attempt proceed() {
    comeAfterLast();
    return complete(request);
  }

  @Override
  Awaited awaited() {
    return request;
  }

  @Override
  PendingOperations.Left left() {
    return isOfReceive
        ? PendingOperations.Left.in((Receive) request)
        : PendingOperations.Left.inWait();
  }

  @Override
  public String toString() {
    return "a " + request;
  }
}

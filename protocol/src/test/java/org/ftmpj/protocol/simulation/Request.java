package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;

/** A pending request as the program knows it. */
final class Request {
  PendingRequest operation;
  int operationIndex;
  int peer;
  int tag;
  int context;
  int classes;
  long sequence;

  boolean isReceive() {
    return operation instanceof Receive;
  }

  /** Whether it was not complete when its call returned. */
  boolean isOpen() {
    return operation != PendingRequest.COMPLETED_SEND;
  }
}

package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.rank.Operation;
import org.ftmpj.protocol.rank.Receive;

/** A pending request as the program knows it. */
final class Request {
  Operation operation;
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
    return operation != Operation.COMPLETED_SEND;
  }
}

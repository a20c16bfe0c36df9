package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.thread.Attempt;

/** The gate before an output: a send to the outside (protocol rule OUTPUT). No event. */
final class Commit extends Operation {

  Commit(RankCore core) {
    super(core);
  }

  @Override
  boolean isEvent() {
    return false;
  }

  @Override
  void start() {
    core.operations.output();
  }

  @Override
  Attempt proceed() {
    if (core.gate.isClosed()) {
      return Attempt.GATE_CLOSED;
    }
    core.states.advance();
    return Attempt.DONE;
  }

  @Override
  public String toString() {
    return "an output";
  }
}

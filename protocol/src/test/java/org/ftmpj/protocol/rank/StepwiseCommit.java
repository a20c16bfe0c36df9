package org.ftmpj.protocol.rank;

/** The gate before an output: no event. */
final class StepwiseCommit extends StepwiseOperation {
  private final RankCore core;

  StepwiseCommit(RankCore core) {
    this.core = core;
  }

  @Override
  boolean isEvent() {
    return false;
  }

  @Override
  Outcome attempt() {
    if (!core.gate.isOpen()) {
      return Outcome.AT_GATE;
    }
    core.states.advance();
    return Outcome.DONE;
  }
}

package org.ftmpj.protocol.rank;

/** A wait for one operation: no event. */
final class StepwiseWait extends StepwiseOperation {
  private final RankCore core;
  private final Operation operation;

  StepwiseWait(RankCore core, Operation operation) {
    this.core = core;
    this.operation = operation;
  }

  @Override
  boolean isEvent() {
    return false;
  }

  @Override
  Outcome attempt() {
    return Outcome.doneIf(core.completion.attempt(operation));
  }
}

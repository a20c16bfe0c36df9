package org.ftmpj.protocol.rank;

import java.util.function.BooleanSupplier;

/** Something between threads: it waits until others have made it so, and has an effect on them. */
final class StepwiseHandOver extends StepwiseOperation {
  private final BooleanSupplier ready;
  private final Runnable effect;
  private final boolean inOrder;

  StepwiseHandOver(BooleanSupplier ready, Runnable effect, boolean inOrder) {
    this.ready = ready;
    this.effect = effect;
    this.inOrder = inOrder;
  }

  @Override
  boolean isEvent() {
    return inOrder;
  }

  @Override
  boolean isReady() {
    return ready.getAsBoolean();
  }

  @Override
  void begin() {
    effect.run();
  }

  @Override
  Outcome attempt() {
    return Outcome.DONE;
  }
}

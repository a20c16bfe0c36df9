package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.function.Function;

/** A wait for, or a test of, several operations. */
final class StepwiseDelivery extends StepwiseOperation {
  private final RankCore core;
  private final Function<Completion, Delivery> begin;
  private Delivery delivery;
  private boolean replayed;

  StepwiseDelivery(RankCore core, Function<Completion, Delivery> begin) {
    this.core = core;
    this.begin = begin;
  }

  @Override
  void begin() {
    delivery = begin.apply(core.completion);
    replayed = !delivery.isOpen() && delivery.clock() > 0;
  }

  @Override
  Outcome attempt() {
    return Outcome.doneIf(core.completion.attempt(delivery));
  }

  @Override
  boolean isReplayed() {
    return replayed;
  }

  @Override
  boolean isOpen() {
    return delivery.isOpen();
  }

  /** What it has found, when it is done: indices of the operations. */
  int[] completed() {
    return Arrays.copyOf(delivery.indices(), delivery.count());
  }
}

package org.ftmpj.protocol.thread;

import java.util.function.BooleanSupplier;

/**
 * Something between threads of a simulated program, attempted without waiting as {@link HandOvers}
 * attempts it: it waits until others have made it so, and has an effect on them.
 */
public final class HandOverStep {
  private final Threads threads;
  private final LogicalThread thread;
  private final BooleanSupplier ready;
  private final Runnable effect;

  public HandOverStep(
      Threads threads, LogicalThread thread, BooleanSupplier ready, Runnable effect) {
    this.threads = threads;
    this.thread = thread;
    this.ready = ready;
    this.effect = effect;
  }

  /** An event if it is done. */
  public Attempt attempt() {
    threads.hold();
    try {
      Attempt may = threads.order().mayEnter(thread);
      if (may != Attempt.DONE) {
        return may;
      }
      Boolean made = threads.handOvers().attempt(thread, this, this::make);
      return made == null ? Attempt.NOTHING_CHANGED : Attempt.DONE;
    } finally {
      threads.release();
    }
  }

  private Boolean make() {
    if (!ready.getAsBoolean()) {
      return null;
    }
    effect.run();
    return true;
  }
}

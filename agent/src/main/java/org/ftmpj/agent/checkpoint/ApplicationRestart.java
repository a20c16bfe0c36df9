package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** Gives a program the state back that it had saved by itself. The thread that runs main, once. */
final class ApplicationRestart {
  private final Restart from;
  private final ApplicationRoot root;
  private final LongConsumer told;

  private ApplicationRestart(Restart from, ApplicationRoot root, LongConsumer told) {
    this.from = from;
    this.root = root;
    this.told = told;
  }

  /**
   * Reads the checkpoint.
   *
   * @param lost called if that fails; does not return
   * @param told when the program has its state, how many nanoseconds that took
   */
  static ApplicationRestart read(Restart from, Function<Throwable, Error> lost, LongConsumer told) {
    try {
      Object root = from.restore(ApplicationRoot.TYPES, ApplicationRoot.LEAVES);
      return new ApplicationRestart(from, ApplicationRoot.of(root), told);
    } catch (IOException | RuntimeException | Error e) {
      throw lost.apply(e);
    }
  }

  /** The state that the program has saved. */
  byte[] state() {
    return root.state();
  }

  /** The values that the program had read before it restored its state. */
  Object prologue() {
    return root.prologue();
  }

  /** The arguments that {@code MPI.Init} had received. */
  Object init() {
    return root.init();
  }

  /** Has each take up what it has kept, in the order in which they gave it. */
  void restore(List<CheckpointPart> parts) {
    Object[] states = root.saved();
    for (int i = 0; i < states.length; i++) {
      parts.get(i).restore(states[i]);
    }
  }

  /** The program has its state, which took so long. */
  void restored(long ns) {
    from.restored();
    told.accept(ns);
  }
}

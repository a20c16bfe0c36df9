package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.util.List;

/** Gives a program the state back that it had saved by itself. The thread that runs main, once. */
final class ApplicationRestart {
  private final Restart from;
  private final ApplicationRoot root;
  private final CheckpointNotices notices;

  private ApplicationRestart(Restart from, ApplicationRoot root, CheckpointNotices notices) {
    this.from = from;
    this.root = root;
    this.notices = notices;
  }

  /** Reads the checkpoint. Ends the process if that fails. */
  static ApplicationRestart read(Restart from, LostIncarnation lost, CheckpointNotices notices) {
    try {
      Object root = from.restore(ApplicationRoot.TYPES, ApplicationRoot.LEAVES);
      return new ApplicationRestart(from, ApplicationRoot.of(root), notices);
    } catch (IOException | RuntimeException | Error e) {
      throw lost.notRestored(from, e);
    }
  }

  /** What the program has saved. */
  byte[] state() {
    return root.state();
  }

  /** What the program had read before it asked for its state. */
  Object prologue() {
    return root.prologue();
  }

  /** What {@code MPI.Init} had received. */
  Object init() {
    return root.init();
  }

  /** Has each take up what it has kept, in the order in which they gave it. */
  void restore(List<Kept> kept) {
    Object[] states = root.kept();
    for (int i = 0; i < states.length; i++) {
      kept.get(i).restore(states[i]);
    }
  }

  /** The program has its state, which took so long. */
  void restored(long ns) {
    from.restored();
    notices.restoredByProgram(ns);
  }
}

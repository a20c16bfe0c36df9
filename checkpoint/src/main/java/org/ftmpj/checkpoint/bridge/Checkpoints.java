package org.ftmpj.checkpoint.bridge;

import java.util.Objects;

/** Where rewritten code looks before each call that the program can be captured at. */
public final class Checkpoints {
  /**
   * Whether a checkpoint is requested. Public for rewritten code, which reads it without a call.
   */
  public static volatile boolean requested;

  private static volatile CheckpointHooks hooks;

  private Checkpoints() {}

  /** Sets the hooks that rewritten code goes to. To be called before the program's main. */
  public static void install(CheckpointHooks hooks) {
    Checkpoints.hooks = Objects.requireNonNull(hooks);
  }

  /** Asks for a capture at the next call where it is possible. Any thread. */
  public static void request() {
    requested = true;
  }

  /** Whether the rewritten code that calls this is to begin unwinding. Any thread. */
  public static boolean isToUnwind() {
    return hooks.isToUnwind();
  }

  /** None is asked for any more. Any thread. */
  public static void withdraw() {
    requested = false;
  }

  static void over() {
    withdraw();
  }

  static boolean isInstalled() {
    return hooks != null;
  }

  static CheckpointHooks hooks() {
    return hooks;
  }
}

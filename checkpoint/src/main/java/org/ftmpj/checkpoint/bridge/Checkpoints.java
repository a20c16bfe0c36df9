package org.ftmpj.checkpoint.bridge;

import java.util.Objects;

/** The flag that rewritten code checks before each call at which the program can be captured. */
public final class Checkpoints {
  /**
   * Whether a checkpoint is requested. Public for rewritten code, which reads it without a call.
   */
  public static volatile boolean requested;

  private static volatile CheckpointHooks hooks;

  private Checkpoints() {}

  /** Sets the hooks that rewritten code calls. To be called before the program's main. */
  public static void install(CheckpointHooks hooks) {
    Checkpoints.hooks = Objects.requireNonNull(hooks);
  }

  /** Requests a capture at the next call where one is possible. Any thread. */
  public static void request() {
    requested = true;
  }

  /** Whether the calling rewritten code should begin unwinding. Any thread. */
  public static boolean isToUnwind() {
    return hooks.isToUnwind();
  }

  /** Withdraws the request. Any thread. */
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

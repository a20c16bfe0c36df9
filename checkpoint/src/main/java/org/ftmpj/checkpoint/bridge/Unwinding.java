package org.ftmpj.checkpoint.bridge;

/**
 * Takes the program's stack down, frame by frame, to its main. Only rewritten code sees it: its
 * handlers come before those of the program, and it is thrown only where all frames have them.
 */
public final class Unwinding extends Error {
  /** Made in advance: to throw it takes no memory and has no trace. */
  public static final Unwinding NOW = new Unwinding();

  private Unwinding() {
    super("the stack is being captured", null, false, false);
  }
}

package org.ftmpj.checkpoint.bridge;

/**
 * Takes the program's stack down, frame by frame. Only rewritten code sees it: the handlers of that
 * code precede those of the program, and it is thrown only where all frames have such handlers.
 */
public final class Unwinding extends Error {
  /** Created in advance, without a stack trace, so that throwing it takes no memory. */
  public static final Unwinding NOW = new Unwinding();

  private Unwinding() {
    super("the stack is being captured", null, false, false);
  }
}

package org.ftmpj.protocol.thread;

/**
 * The thread of the virtual machine that runs a thread of the program, or will. Does not keep it in
 * memory. Any thread.
 */
interface Carrier {
  /** Whether it is that thread of the virtual machine. */
  boolean is(Object thread);

  /** Whether it is in memory. */
  boolean exists();

  /** Whether it has ended. */
  boolean hasEnded();

  /** Whether it computes, or waits for a limited time. */
  boolean moves();

  /** Its name; empty if it does not exist. */
  String name();

  /** Its stack, the innermost frame first; empty if it does not exist or does not run. */
  StackTraceElement[] stack();
}

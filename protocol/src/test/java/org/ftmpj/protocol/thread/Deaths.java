package org.ftmpj.protocol.thread;

/** Ends of simulated threads, which no thread of the virtual machine runs. */
public final class Deaths {
  private Deaths() {}

  /** That thread does nothing any more. */
  public static void end(LogicalThread thread) {
    thread.endRun();
  }
}

package org.ftmpj.protocol.thread;

/** Stacks of simulated threads, which no thread of the virtual machine has. */
public final class Parked {
  private Parked() {}

  /** The stack of that thread is taken down. */
  public static void park(LogicalThread thread) {
    thread.become(ThreadState.UNWINDS);
    thread.become(ThreadState.PARKED);
  }

  /** And is put up again, perhaps in another incarnation, where it resumes from the beginning. */
  public static void putUp(LogicalThread thread) {
    if (thread.state() != ThreadState.RESUMES) {
      thread.become(ThreadState.RESUMES);
    }
    thread.become(ThreadState.IS_UP);
    thread.become(ThreadState.RUNS);
  }
}

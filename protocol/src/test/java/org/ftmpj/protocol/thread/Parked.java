package org.ftmpj.protocol.thread;

/** Stacks of simulated threads, which no thread of the virtual machine has. */
public final class Parked {
  private Parked() {}

  /** The stack of that thread is taken down. */
  public static void park(LogicalThread thread) {
    thread.parking = Parking.Stage.PARKED;
  }

  /** And is put up again. */
  public static void putUp(LogicalThread thread) {
    thread.parking = Parking.Stage.RUNS;
  }
}

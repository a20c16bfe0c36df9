package org.ftmpj.it.program;

import mpi.MPI;

/** Asks, in a second thread, for something whose order among threads is not recorded. */
public final class Unrecorded {
  private Unrecorded() {}

  public static void main(String[] args) throws InterruptedException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Thread second =
        new Thread(
            () -> {
              if (Thread.currentThread().getState() == Thread.State.NEW) {
                System.out.println("runs, and has not begun");
              }
            });
    second.start();
    second.join();
    System.out.println("rank " + rank + " is done");
    MPI.Finalize();
  }
}

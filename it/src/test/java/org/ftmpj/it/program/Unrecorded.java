package org.ftmpj.it.program;

import java.util.concurrent.CyclicBarrier;
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
              if (new CyclicBarrier(2).getNumberWaiting() > 0) {
                System.out.println("somebody waits");
              }
            });
    second.start();
    second.join();
    System.out.println("rank " + rank + " is done");
    MPI.Finalize();
  }
}

package org.ftmpj.it.program;

import mpi.MPI;

/** Calls MPI from a second thread. */
public final class SecondThread {
  private SecondThread() {}

  public static void main(String[] args) throws InterruptedException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Thread second =
        new Thread(
            () -> {
              MPI.COMM_WORLD.Isend(new int[] {rank}, 0, 1, MPI.INT, rank, 1);
              System.out.println("sent by a second thread");
            });
    if (rank == 1) {
      second.start();
      second.join();
    }
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 2);
  }
}

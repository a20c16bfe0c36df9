package org.ftmpj.it.program;

import mpi.MPI;

/** A thread of rank 1 waits for a message that never comes, when main has finalized and ended. */
public final class ListensOn {
  private ListensOn() {}

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    if (rank == 1) {
      new Thread(
              () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 7), "listener")
          .start();
    }
    MPI.COMM_WORLD.Barrier();
    MPI.Finalize();
    System.out.println("rank " + rank + " is done");
  }
}

package org.ftmpj.it.program.table;

import mpi.MPI;

/** Rank 1 aborts the job with the code of the argument, while the others wait for it. */
public final class Aborts {
  private Aborts() {}

  public static void main(String[] args) {
    String[] own = MPI.Init(args);
    System.out.println("begins");
    MPI.COMM_WORLD.Barrier();
    if (MPI.COMM_WORLD.Rank() == 1) {
      MPI.COMM_WORLD.Abort(Integer.parseInt(own[0]));
      System.out.println("goes on");
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println("ends");
    MPI.Finalize();
  }
}

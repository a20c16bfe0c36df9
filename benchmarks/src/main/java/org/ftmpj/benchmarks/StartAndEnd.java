package org.ftmpj.benchmarks;

import mpi.MPI;

/** The shortest MPJ program. */
public final class StartAndEnd {
  private StartAndEnd() {}

  public static void main(String[] args) {
    MPI.Init(args);
    MPI.Finalize();
  }
}

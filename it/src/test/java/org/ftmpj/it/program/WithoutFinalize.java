package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Request;

/** Returns from main without Finalize. */
public final class WithoutFinalize {
  /** Each of which every rank prints a line about: what it has received from the one before. */
  public static final int STEPS = Steps.NUMBER;

  private WithoutFinalize() {}

  public static void main(String[] args) {
    MPI.Init(args);
    Steps.runWithoutFinalize(WithoutFinalize::step);
  }

  private static Object step(int step, int rank, int size) {
    int[] number = {step * 100 + rank};
    Request sending = MPI.COMM_WORLD.Isend(number, 0, 1, MPI.INT, Steps.next(rank, size), 1);
    int[] received = new int[1];
    MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, Steps.previous(rank, size), 1);
    sending.Wait();
    return received;
  }
}

package org.ftmpj.it.program;

import mpi.MPI;

/** Sends messages that nobody receives. */
public final class NeverReceived {
  private NeverReceived() {}

  public static void main(String[] args) {
    Steps.run(args, NeverReceived::step);
  }

  private static Object step(int step, int rank, int size) {
    int next = Steps.next(rank, size);
    MPI.COMM_WORLD.Isend(new int[] {-1}, 0, 1, MPI.INT, next, 1);
    MPI.COMM_WORLD.Isend(new int[] {step + rank}, 0, 1, MPI.INT, next, 2);
    int[] received = new int[1];
    MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, Steps.previous(rank, size), 2);
    return received;
  }
}

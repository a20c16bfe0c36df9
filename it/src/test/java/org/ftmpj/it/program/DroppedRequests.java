package org.ftmpj.it.program;

import mpi.MPI;

/** Isend whose request is dropped and whose buffer is used again at once. */
public final class DroppedRequests {
  private static final int MESSAGES = 50;

  private DroppedRequests() {}

  public static void main(String[] args) {
    Steps.run(args, DroppedRequests::step);
  }

  private static Object step(int step, int rank, int size) {
    int[] buffer = new int[300];
    for (int i = 0; i < MESSAGES; i++) {
      java.util.Arrays.fill(buffer, step * 1000 + rank * 100 + i);
      MPI.COMM_WORLD.Isend(buffer, 0, buffer.length, MPI.INT, Steps.next(rank, size), 1);
    }
    java.util.Arrays.fill(buffer, -1);
    int[] received = new int[300];
    long hash = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MPI.COMM_WORLD.Recv(received, 0, received.length, MPI.INT, Steps.previous(rank, size), 1);
      hash = hash * 31 + java.util.Arrays.hashCode(received);
    }
    return hash;
  }
}

package org.ftmpj.it.program;

import mpi.MPI;

/** Rank 0 sends messages to the last rank: how many, and how many bytes each. Logs grow. */
public final class Bulk {
  private static final int TAG = 7;

  private Bulk() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int count = Integer.parseInt(arguments[0]);
    byte[] message = new byte[Integer.parseInt(arguments[1])];
    int last = MPI.COMM_WORLD.Size() - 1;
    int rank = MPI.COMM_WORLD.Rank();
    for (int n = 1; n <= count; n++) {
      if (rank == 0) {
        message[n % message.length]++;
        MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, last, TAG);
      } else if (rank == last) {
        MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, 0, TAG);
      }
      if (rank == last && n % 10 == 0) {
        System.out.println("received " + n);
      }
    }
    MPI.Finalize();
  }
}

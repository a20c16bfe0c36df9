package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Status;

/**
 * Rank 0 receives from any source, prints a hash of the order and answers; the others send and wait
 * for the answer. So all kinds of logs get records in all lengths of time.
 */
public final class Collects {
  private static final int TAG = 3;

  private Collects() {}

  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    int rounds = Integer.parseInt(arguments[0]);
    if (MPI.COMM_WORLD.Rank() == 0) {
      answer(rounds);
    } else {
      ask(rounds);
    }
    MPI.Finalize();
  }

  private static void answer(int rounds) throws InterruptedException {
    int senders = MPI.COMM_WORLD.Size() - 1;
    long hash = 1;
    long[] message = new long[8];
    for (int n = 0; n < rounds * senders; n++) {
      Status status = MPI.COMM_WORLD.Recv(message, 0, 8, MPI.LONG, MPI.ANY_SOURCE, TAG);
      hash = 31 * (31 * hash + message[0]) + status.source;
      message[0] = hash;
      Thread.sleep(2);
      MPI.COMM_WORLD.Send(message, 0, 8, MPI.LONG, status.source, TAG);
      System.out.println("after " + (n + 1) + ": " + Long.toHexString(hash));
    }
  }

  private static void ask(int rounds) {
    long[] message = new long[8];
    for (int n = 0; n < rounds; n++) {
      message[0] += n;
      MPI.COMM_WORLD.Send(message, 0, 8, MPI.LONG, 0, TAG);
      MPI.COMM_WORLD.Recv(message, 0, 8, MPI.LONG, 0, TAG);
    }
    System.out.println("rank " + MPI.COMM_WORLD.Rank() + " ends with " + message[0]);
  }
}

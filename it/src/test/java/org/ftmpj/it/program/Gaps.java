package org.ftmpj.it.program;

import mpi.MPI;

/**
 * Two ranks, of which one sends the other message after message as fast as they come back, for so
 * many seconds. Rank 0 says whenever one took longer than so many milliseconds.
 */
public final class Gaps {
  private static final int TAG = 5;

  private Gaps() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    long endNs = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
    long leastNs = Long.parseLong(arguments[1]) * 1_000_000L;
    byte[] message = new byte[Integer.parseInt(arguments[2])];
    if (MPI.COMM_WORLD.Rank() == 0) {
      ask(message, endNs, leastNs);
    } else {
      answer(message);
    }
    MPI.Finalize();
  }

  private static void ask(byte[] message, long endNs, long leastNs) {
    long rounds = 0;
    long startNs = System.nanoTime();
    while (startNs < endNs) {
      message[0] = 1;
      MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, 1, TAG);
      MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, 1, TAG);
      long nowNs = System.nanoTime();
      if (nowNs - startNs > leastNs) {
        System.out.println("gap " + (nowNs - startNs) / 1_000_000);
      }
      startNs = nowNs;
      rounds++;
    }
    message[0] = 0;
    MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, 1, TAG);
    System.out.println("rounds " + rounds);
  }

  private static void answer(byte[] message) {
    while (true) {
      MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, 0, TAG);
      if (message[0] == 0) {
        return;
      }
      MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, 0, TAG);
    }
  }
}

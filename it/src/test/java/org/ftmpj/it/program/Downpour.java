package org.ftmpj.it.program;

import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 0 sends messages of 1 KiB to 1 MiB, most of them small, to rank 1, which answers every 16th.
 * Argument: how many MiB together. Prints a hash of what came.
 */
public final class Downpour {
  private static final int TAG = 3;
  private static final int ROUND = 16;
  private static final int LARGEST = 1 << 20;

  private Downpour() {}

  public static void main(String[] arguments) throws MPIException {
    String[] own = MPI.Init(arguments);
    long bytes = Long.parseLong(own[0]) << 20;
    SplittableRandom sizes = new SplittableRandom(7);
    byte[] message = new byte[LARGEST];
    long[] hash = new long[1];
    long sent = 0;
    for (int round = 0; sent < bytes; round++) {
      for (int i = 0; i < ROUND; i++) {
        int size = 1 << 10 + sizes.nextInt(11);
        int length = size - sizes.nextInt(size / 2);
        sent += length;
        if (MPI.COMM_WORLD.Rank() == 0) {
          fill(message, length, hash[0] + round);
          MPI.COMM_WORLD.Send(message, 0, length, MPI.BYTE, 1, TAG);
        } else {
          int source = i == 0 ? MPI.ANY_SOURCE : 0;
          MPI.COMM_WORLD.Recv(message, 0, length, MPI.BYTE, source, TAG);
          hash[0] = hash(message, length, hash[0]);
        }
      }
      MPI.COMM_WORLD.Bcast(hash, 0, 1, MPI.LONG, 1);
    }
    System.out.println("rank " + MPI.COMM_WORLD.Rank() + " " + hash[0]);
    MPI.Finalize();
  }

  /** Some bytes of it, so that to compute takes less than to send. */
  private static void fill(byte[] message, int length, long seed) {
    for (int at = 0; at < length; at += 509) {
      message[at] = (byte) (seed + at);
    }
  }

  private static long hash(byte[] message, int length, long before) {
    long hash = before;
    for (int at = 0; at < length; at += 509) {
      hash = 31 * hash + message[at];
    }
    return hash;
  }
}

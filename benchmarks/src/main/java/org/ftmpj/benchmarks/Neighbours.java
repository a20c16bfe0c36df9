package org.ftmpj.benchmarks;

import mpi.MPI;
import mpi.Request;

/**
 * Each rank sends a message to the next and to the previous one, receives one of each, and does it
 * again: nothing but messages. An ordinary MPJ program.
 *
 * <p>Arguments: rounds; bytes of a message; {@code named} or {@code any}, how sources are given.
 * Rank 0 prints {@code neighbours MESSAGES NS}: messages of all ranks in the second half of the
 * rounds, and how long it took.
 */
public final class Neighbours {
  /** Begins the line of the result. */
  static final String PREFIX = "neighbours ";

  private static final String ANY = "any";

  private Neighbours() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Integer.parseInt(arguments[0]);
    int bytes = Integer.parseInt(arguments[1]);
    boolean any = arguments[2].equals(ANY);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    int fromPrevious = any ? MPI.ANY_SOURCE : previous;
    int fromNext = any ? MPI.ANY_SOURCE : next;
    byte[] sent = new byte[bytes];
    byte[] received = new byte[bytes];
    int measured = rounds / 2;
    long startNs = 0;
    for (int round = 0; round < rounds; round++) {
      if (round == rounds - measured && rank == 0) {
        startNs = System.nanoTime();
      }
      // The tag tells rounds apart: a fast neighbour is one round ahead.
      int tag = round % 2;
      Request up = MPI.COMM_WORLD.Isend(sent, 0, bytes, MPI.BYTE, next, tag);
      Request down = MPI.COMM_WORLD.Isend(sent, 0, bytes, MPI.BYTE, previous, tag);
      MPI.COMM_WORLD.Recv(received, 0, bytes, MPI.BYTE, fromPrevious, tag);
      MPI.COMM_WORLD.Recv(received, 0, bytes, MPI.BYTE, fromNext, tag);
      up.Wait();
      down.Wait();
    }
    if (rank == 0) {
      long ns = System.nanoTime() - startNs;
      System.out.println(PREFIX + 2L * size * measured + " " + ns);
    }
    MPI.Finalize();
  }
}

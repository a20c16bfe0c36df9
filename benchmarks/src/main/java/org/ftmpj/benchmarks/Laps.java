package org.ftmpj.benchmarks;

import mpi.MPI;

/**
 * A number goes from rank 0 to rank 1 and back, for ever; each computes something before it sends
 * it, and rank 0 prints each that has come back. An ordinary MPJ program.
 *
 * <p>Argument: how many steps it computes.
 */
public final class Laps {
  private static final int TAG = 1;

  private Laps() {}

  public static void main(String[] args) {
    int steps = Integer.parseInt(MPI.Init(args)[0]);
    boolean first = MPI.COMM_WORLD.Rank() == 0;
    int other = first ? 1 : 0;
    long[] number = new long[1];
    while (true) {
      if (first) {
        number[0] = mixed(number[0], steps);
        MPI.COMM_WORLD.Send(number, 0, 1, MPI.LONG, other, TAG);
      }
      MPI.COMM_WORLD.Recv(number, 0, 1, MPI.LONG, other, TAG);
      if (first) {
        System.out.println(number[0]);
      } else {
        number[0] = mixed(number[0], steps);
        MPI.COMM_WORLD.Send(number, 0, 1, MPI.LONG, other, TAG);
      }
    }
  }

  private static long mixed(long number, int steps) {
    long mixed = number;
    for (int i = 0; i < steps; i++) {
      mixed = mixed * 6364136223846793005L + 1442695040888963407L;
    }
    return mixed;
  }
}

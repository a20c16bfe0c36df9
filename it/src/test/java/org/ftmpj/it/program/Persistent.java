package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Prequest;

/**
 * Two ranks send a message of 4 KiB to and fro by persistent requests, as fast as they can: {@code
 * Persistent STEPS}.
 */
public final class Persistent {
  private static final int LONGS = 512;

  private Persistent() {}

  public static void main(String[] args) throws Exception {
    String[] arguments = MPI.Init(args);
    int steps = Integer.parseInt(arguments[arguments.length - 1]);
    int rank = MPI.COMM_WORLD.Rank();
    long[] out = new long[LONGS];
    long[] in = new long[LONGS];
    Prequest send = MPI.COMM_WORLD.Send_init(out, 0, LONGS, MPI.LONG, 1 - rank, 1);
    Prequest receive = MPI.COMM_WORLD.Recv_init(in, 0, LONGS, MPI.LONG, 1 - rank, 1);
    long sum = 0;
    for (int step = 0; step < steps; step++) {
      out[0] = sum + step;
      if (rank == 0) {
        send.Start();
        send.Wait();
      }
      receive.Start();
      receive.Wait();
      sum = 31 * sum + in[0];
      if (rank == 1) {
        out[0] = sum;
        send.Start();
        send.Wait();
      }
    }
    System.out.println("sum " + sum);
    MPI.Finalize();
  }

  /** What rank 0 and rank 1 print. */
  public static long[] sums(int steps) {
    long[] sums = new long[2];
    for (int step = 0; step < steps; step++) {
      sums[1] = 31 * sums[1] + sums[0] + step;
      sums[0] = 31 * sums[0] + sums[1];
    }
    return sums;
  }
}

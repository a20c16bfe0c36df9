package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Request;

/**
 * Prints what the clocks say, and sends it to rank 0, which prints it, too. Prefixes the lines by
 * the rank whose clock it is.
 */
public final class Times {
  private static long lastNanos;

  private Times() {}

  public static void main(String[] args) {
    Steps.run(args, Times::step);
  }

  private static Object step(int step, int rank, int size) {
    long nanos = System.nanoTime();
    if (step > 1 && nanos < lastNanos) {
      System.out.println("nanoTime went back by " + (lastNanos - nanos));
    }
    lastNanos = nanos;
    long[] times = {nanos, System.currentTimeMillis(), (long) MPI.Wtime()};
    Request sending = MPI.COMM_WORLD.Isend(times, 0, 3, MPI.LONG, 0, 1);
    if (rank == 0) {
      for (int source = 0; source < size; source++) {
        long[] received = new long[3];
        MPI.COMM_WORLD.Recv(received, 0, 3, MPI.LONG, source, 1);
        System.out.println("heard " + source + " " + text(received));
      }
    }
    sending.Wait();
    return "said " + rank + " " + text(times);
  }

  private static String text(long[] times) {
    return times[0] + " " + times[1] + " " + times[2];
  }
}

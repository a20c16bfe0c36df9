package org.ftmpj.it.program;

import mpi.MPI;

/** The collective operations, in each step with another root. */
public final class Collectives {
  private Collectives() {}

  public static void main(String[] args) {
    Steps.run(args, Collectives::step);
  }

  private static Object step(int step, int rank, int size) {
    int root = step % size;
    int[] all = new int[size];
    int[] one = {rank * step};
    int[] result = new int[6];
    MPI.COMM_WORLD.Gather(one, 0, 1, MPI.INT, all, 0, 1, MPI.INT, root);
    MPI.COMM_WORLD.Bcast(all, 0, size, MPI.INT, root);
    result[0] = sum(all);
    MPI.COMM_WORLD.Scatter(all, 0, 1, MPI.INT, one, 0, 1, MPI.INT, root);
    result[1] = one[0];
    MPI.COMM_WORLD.Allgather(one, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
    result[2] = sum(all);
    int[] turned = new int[size];
    MPI.COMM_WORLD.Alltoall(all, 0, 1, MPI.INT, turned, 0, 1, MPI.INT);
    result[3] = sum(turned);
    int[] most = new int[1];
    MPI.COMM_WORLD.Reduce(one, 0, most, 0, 1, MPI.INT, MPI.MAX, root);
    result[4] = most[0];
    MPI.COMM_WORLD.Scan(one, 0, most, 0, 1, MPI.INT, MPI.SUM);
    result[5] = most[0];
    MPI.COMM_WORLD.Barrier();
    return result;
  }

  private static int sum(int[] numbers) {
    return java.util.Arrays.stream(numbers).sum();
  }
}

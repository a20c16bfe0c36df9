package org.ftmpj.samples.pi;

import java.util.SplittableRandom;
import mpi.MPI;
import org.ftmpj.samples.Arguments;

/**
 * Pi by throwing darts. Every rank has a generator with a seed of its own; after each round the
 * hits are reduced to another rank, which tells the estimate so far.
 */
public final class MonteCarloPi {
  private MonteCarloPi() {}

  /**
   * Runs it.
   *
   * @param args rounds, darts of a rank in a round
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Arguments.positive(arguments, 0, 200);
    int darts = Arguments.positive(arguments, 1, 1_000_000);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    SplittableRandom random = new SplittableRandom(31_415 + rank);
    long[] hits = new long[1];
    for (int round = 1; round <= rounds; round++) {
      hits[0] += hits(random, darts);
      int root = round % size;
      long[] all = new long[1];
      MPI.COMM_WORLD.Reduce(hits, 0, all, 0, 1, MPI.LONG, MPI.SUM, root);
      if (rank == root) {
        double thrown = (double) darts * size * round;
        System.out.printf("round %d: %d hits, pi is %.6f%n", round, all[0], 4 * all[0] / thrown);
      }
    }
    double[] estimate = {4.0 * hits[0] / ((double) darts * rounds)};
    double[] most = new double[1];
    MPI.COMM_WORLD.Allreduce(estimate, 0, most, 0, 1, MPI.DOUBLE, MPI.MAX);
    System.out.printf("own estimate %.6f, greatest %.6f%n", estimate[0], most[0]);
    MPI.Finalize();
  }

  private static long hits(SplittableRandom random, int darts) {
    long hits = 0;
    for (int i = 0; i < darts; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y < 1) {
        hits++;
      }
    }
    return hits;
  }
}

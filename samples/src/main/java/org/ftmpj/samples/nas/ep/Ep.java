package org.ftmpj.samples.nas.ep;

import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Random46;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * EP, "embarrassingly parallel": pairs of Gaussian deviates by acceptance and rejection, added up
 * and counted by size (RNR-94-007, section 2.2). The ranks meet only at the end.
 */
public final class Ep implements Kernel {
  private static final long SEED = 271_828_183L;
  private static final int COUNTS = 10;

  /** Pairs of a batch; one iteration does one batch on every rank. */
  private static final int BATCH = 1 << 16;

  private final Problem problem;
  private final int batches;
  private final int iterations;
  private final double[] sums = new double[2];
  private final double[] counts = new double[COUNTS];

  private Ep(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.batches = (1 << problem.logPairs()) / BATCH / MPI.COMM_WORLD.Size();
    this.iterations = Math.min(batches, settings.iterations(batches));
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}; an iteration is 65536 pairs of every rank
   */
  public static void main(String[] args) {
    Benchmark.main("EP", Ranks.powersOfTwo(16), args, Ep::new);
  }

  @Override
  public String problem() {
    return String.format("2^%d pairs", problem.logPairs());
  }

  @Override
  public void prepare() {
    // There is nothing to set up.
  }

  @Override
  public void run() {
    for (int iteration = 1; iteration <= iterations; iteration++) {
      long batch = (long) MPI.COMM_WORLD.Rank() * batches + iteration - 1;
      addBatch(new Random46(SEED).skip(2 * BATCH * batch));
      if (Benchmark.reports(iteration, iterations)) {
        System.out.printf("batch %d of %d%n", iteration, iterations);
      }
    }
    double[] own = sums.clone();
    MPI.COMM_WORLD.Allreduce(own, 0, sums, 0, 2, MPI.DOUBLE, MPI.SUM);
    own = counts.clone();
    MPI.COMM_WORLD.Allreduce(own, 0, counts, 0, COUNTS, MPI.DOUBLE, MPI.SUM);
  }

  private void addBatch(Random46 random) {
    for (int i = 0; i < BATCH; i++) {
      double x = 2 * random.next() - 1;
      double y = 2 * random.next() - 1;
      double square = x * x + y * y;
      if (square <= 1) {
        // Of StrictMath, because a restarted rank must find the very same bits.
        double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
        double first = x * factor;
        double second = y * factor;
        counts[(int) Math.max(Math.abs(first), Math.abs(second))]++;
        sums[0] += first;
        sums[1] += second;
      }
    }
  }

  @Override
  public Verification verify() {
    return new Verification(1e-8, iterations == batches)
        .compare("sum of x", sums[0], problem.sumX())
        .compare("sum of y", sums[1], problem.sumY());
  }

  /** A random number is one operation. */
  @Override
  public double operations() {
    return 2.0 * BATCH * iterations * MPI.COMM_WORLD.Size();
  }
}

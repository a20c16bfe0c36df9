package org.ftmpj.samples.nas.is;

import java.util.Arrays;
import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Random46;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * IS, integer sort: ranks keys by counting, again and again after changing two of them (RNR-94-007,
 * section 2.7). As in NPB 2 the keys are sorted into buckets, and each rank gets a run of buckets
 * with about as many keys as any other: an {@code Allreduce}, an {@code Alltoall} and an {@code
 * Alltoallv} per iteration.
 */
public final class Is implements Kernel {
  private static final long SEED = 314_159_265L;
  private static final int ITERATIONS = 10;
  private static final int TESTED = 5;
  private static final int LOG_BUCKETS = 9;
  private static final int TAG_LAST = 1;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int ranks = MPI.COMM_WORLD.Size();
  private final Problem problem;
  private final int iterations;
  private final int[] keys;
  private final Buckets buckets;

  /** The keys that came to this rank in the last iteration. */
  private RankedKeys ranked;

  /** How often a tested key that came to this rank had the rank that it must have. */
  private int right;

  private Is(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.iterations = settings.iterations(ITERATIONS);
    this.keys = new int[problem.keys() / ranks];
    this.buckets = new Buckets(1 << LOG_BUCKETS, problem.logLargest() - LOG_BUCKETS);
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("IS", Ranks.powersOfTwo(16), args, Is::new);
  }

  @Override
  public String problem() {
    return String.format(
        "2^%d keys less than 2^%d, %d iterations",
        problem.logKeys(), problem.logLargest(), iterations);
  }

  /** A key is the mean of four random numbers, so middle ones are the most frequent. */
  @Override
  public void prepare() {
    Random46 random = new Random46(SEED).skip(4L * rank * keys.length);
    for (int i = 0; i < keys.length; i++) {
      double sum = random.next() + random.next() + random.next() + random.next();
      keys[i] = (int) (problem.largest() / 4 * sum);
    }
  }

  @Override
  public void run() {
    for (int iteration = 1; iteration <= iterations; iteration++) {
      if (rank == 0) {
        keys[iteration % keys.length] = iteration;
        keys[(iteration + ITERATIONS) % keys.length] = problem.largest() - iteration;
      }
      rank(iteration);
      if (Benchmark.reports(iteration, iterations)) {
        System.out.printf("iteration %d: %d keys at rank 0%n", iteration, ranked.size());
      }
    }
  }

  private void rank(int iteration) {
    int[] tested = tested();
    int[] totals = new int[buckets.number() + TESTED];
    int[] own = Arrays.copyOf(buckets.count(keys), totals.length);
    System.arraycopy(tested, 0, own, buckets.number(), TESTED);
    MPI.COMM_WORLD.Allreduce(own, 0, totals, 0, own.length, MPI.INT, MPI.SUM);
    int[] ends = buckets.share(totals, ranks);
    ranked = buckets.redistribute(keys, totals, ends);
    for (int i = 0; i < TESTED; i++) {
      int key = totals[buckets.number() + i];
      right += ranked.owns(key) && ranked.rankOf(key) == problem.rank(i, iteration) ? 1 : 0;
    }
  }

  /** The tested keys that are on this rank, 0 for others. */
  private int[] tested() {
    int[] tested = new int[TESTED];
    for (int i = 0; i < TESTED; i++) {
      int position = problem.positions()[i] - rank * keys.length;
      tested[i] = position >= 0 && position < keys.length ? keys[position] : 0;
    }
    return tested;
  }

  /** The ranks of the tested keys must be right, and all keys sorted, also from rank to rank. */
  @Override
  public Verification verify() {
    int[] counts = {right, inOrder(ranked.sorted())};
    int[] totals = new int[counts.length];
    MPI.COMM_WORLD.Reduce(counts, 0, totals, 0, counts.length, MPI.INT, MPI.SUM, 0);
    return new Verification(0, iterations == ITERATIONS)
        .count("tested keys of the right rank", totals[0], (long) TESTED * iterations)
        .count("keys in order", totals[1], problem.keys());
  }

  /**
   * How many keys are not less than the one before, of which the first one's is on another rank.
   */
  private int inOrder(int[] sorted) {
    int[] before = {Integer.MIN_VALUE};
    if (rank > 0) {
      MPI.COMM_WORLD.Recv(before, 0, 1, MPI.INT, rank - 1, TAG_LAST);
    }
    int count = 0;
    for (int key : sorted) {
      count += key >= before[0] ? 1 : 0;
      before[0] = key;
    }
    if (rank < ranks - 1) {
      MPI.COMM_WORLD.Send(before, 0, 1, MPI.INT, rank + 1, TAG_LAST);
    }
    return count;
  }

  @Override
  public double operations() {
    return (double) iterations * problem.keys();
  }
}

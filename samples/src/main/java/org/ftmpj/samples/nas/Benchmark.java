package org.ftmpj.samples.nas;

import java.util.Locale;
import java.util.function.Function;
import mpi.MPI;

/**
 * Runs a kernel as a program: the benchmarks as MPJ Express programs, after their specification (D.
 * Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 1994) and the choices of its MPI
 * implementation (D. Bailey et al., The NAS Parallel Benchmarks 2.0, NAS-95-020, 1995).
 */
public final class Benchmark {
  private static final int WRONG = 1;
  private static final int REFUSED = 2;
  private static final int REPORTS = 20;

  private Benchmark() {}

  /**
   * Runs one, from {@code Init} to {@code Finalize}. A wrong result ends the Java machine with exit
   * code 1; arguments or a number of ranks with which it cannot run, with 2.
   *
   * @param name as in the reports
   * @param ranks on how many it runs
   */
  public static void main(
      String name, Ranks ranks, String[] args, Function<Settings, Kernel> kernels) {
    String[] arguments = MPI.Init(args);
    int exitCode;
    try {
      ranks.require(name, MPI.COMM_WORLD.Size());
      Settings settings = Settings.of(arguments);
      exitCode = run(name, settings, kernels.apply(settings)) ? 0 : WRONG;
    } catch (IllegalArgumentException e) {
      exitCode = REFUSED;
      if (isMaster()) {
        System.err.println(e.getMessage());
        System.err.println(Settings.USAGE);
      }
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  /**
   * Whether to tell of an iteration: rank 0 does, of some twenty, of the first, and of the last.
   *
   * @param iteration from 1
   */
  public static boolean reports(int iteration, int iterations) {
    boolean due = iteration % Math.max(1, iterations / REPORTS) == 0;
    return isMaster() && (due || iteration == 1 || iteration == iterations);
  }

  private static boolean run(String name, Settings settings, Kernel kernel) {
    kernel.prepare();
    if (isMaster()) {
      int ranks = MPI.COMM_WORLD.Size();
      System.out.printf(
          "NAS %s class %s: %s, %d ranks%n", name, settings.size(), kernel.problem(), ranks);
    }
    if (settings.timed()) {
      time(kernel);
    } else {
      kernel.run();
    }
    Verification verification = kernel.verify();
    if (isMaster()) {
      verification.lines().forEach(System.out::println);
    }
    return !isMaster() || verification.right();
  }

  /** The time of the slowest rank, as in the reports. */
  private static void time(Kernel kernel) {
    MPI.COMM_WORLD.Barrier();
    long startNs = System.nanoTime();
    kernel.run();
    double[] seconds = {(System.nanoTime() - startNs) * 1e-9};
    double[] longest = new double[1];
    MPI.COMM_WORLD.Reduce(seconds, 0, longest, 0, 1, MPI.DOUBLE, MPI.MAX, 0);
    if (isMaster()) {
      double rate = kernel.operations() * 1e-6 / longest[0];
      System.out.printf(Locale.ROOT, "time: %.3f s, %.2f Mop/s%n", longest[0], rate);
    }
  }

  private static boolean isMaster() {
    return MPI.COMM_WORLD.Rank() == 0;
  }
}

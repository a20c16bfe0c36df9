package org.ftmpj.samples.nas.mg;

import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * MG: solves a Poisson equation on a periodic grid by multigrid V-cycles (RNR-94-007, section 2.3).
 * Nearly all messages are the borders that neighbours exchange, on all levels, and all of them are
 * received from any source ({@link ProcessBox}).
 */
public final class Mg implements Kernel {
  private final Problem problem;
  private final int iterations;
  private final ProcessBox box;
  private final int finest;

  /** By level, from the coarsest: solutions and residuals, and the right-hand side. */
  private final Grid[] u;

  private final Grid[] r;
  private final Grid v;
  private double norm;

  private Mg(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.iterations = settings.iterations(Problem.ITERATIONS);
    this.box = new ProcessBox(problem.points());
    this.finest = problem.logPoints() - 1;
    this.u = new Grid[finest + 1];
    this.r = new Grid[finest + 1];
    for (int level = 0; level <= finest; level++) {
      int[] part = box.part(2 << level);
      u[level] = new Grid(part);
      r[level] = new Grid(part);
    }
    this.v = new Grid(u[finest].n);
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("MG", Ranks.powersOfTwo(ProcessBox.MOST_RANKS), args, Mg::new);
  }

  @Override
  public String problem() {
    return String.format(
        "%1$d x %1$d x %1$d points, %2$d iterations", problem.points(), iterations);
  }

  @Override
  public void prepare() {
    new Charges(v, box).place(problem.points());
  }

  @Override
  public void run() {
    residual(finest, v);
    for (int iteration = 1; iteration <= iterations; iteration++) {
      cycle();
      residual(finest, v);
      if (Benchmark.reports(iteration, iterations)) {
        System.out.printf("iteration %d%n", iteration);
      }
    }
    double[] sum = {r[finest].sumOfSquares()};
    double[] total = new double[1];
    MPI.COMM_WORLD.Allreduce(sum, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM);
    norm = Math.sqrt(total[0] / Math.pow(problem.points(), 3));
  }

  private void cycle() {
    for (int level = finest; level > 0; level--) {
      Transfer.restrict(r[level], r[level - 1]);
      box.exchange(r[level - 1]);
    }
    u[0].clear();
    smooth(0);
    for (int level = 1; level <= finest; level++) {
      if (level < finest) {
        u[level].clear();
      }
      Transfer.interpolate(u[level - 1], u[level]);
      residual(level, level < finest ? r[level] : v);
      smooth(level);
    }
  }

  private void residual(int level, Grid rightHandSide) {
    Stencil.LAPLACE.apply(u[level], rightHandSide, -1, r[level]);
    box.exchange(r[level]);
  }

  private void smooth(int level) {
    Stencil.SMOOTHER.apply(r[level], u[level], 1, u[level]);
    box.exchange(u[level]);
  }

  @Override
  public Verification verify() {
    return new Verification(1e-8, iterations == Problem.ITERATIONS)
        .compare("norm of the residual", norm, problem.norm());
  }

  @Override
  public double operations() {
    return 58 * Math.pow(problem.points(), 3) * iterations;
  }
}

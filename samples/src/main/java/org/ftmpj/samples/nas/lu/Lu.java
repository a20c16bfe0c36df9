package org.ftmpj.samples.nas.lu;

import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * LU: solves a system of five nonlinear partial differential equations by symmetric successive
 * over-relaxation (RNR-94-007, section 3). Many small messages go from named neighbours along the
 * wavefronts of the {@link Sweeps}; a few large ones, from any source, go between the {@link
 * Borders} once a step.
 */
public final class Lu implements Kernel {
  private final Problem problem;
  private final int steps;
  private final Domain domain;
  private final Residual residual;
  private final Sweeps sweeps;

  /** The states. */
  private final double[] u;

  /** What makes the exact solution one. */
  private final double[] forcing;

  /** The residual, and then the correction that follows from it. */
  private final double[] correction;

  private Lu(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.steps = settings.iterations(problem.steps());
    this.domain = new Domain(problem.points());
    this.residual = new Residual(domain);
    this.sweeps = new Sweeps(domain, problem.timeStep());
    this.u = domain.field();
    this.forcing = domain.field();
    this.correction = domain.field();
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("LU", 16, args, Lu::new);
  }

  @Override
  public String problem() {
    return String.format("%1$d x %1$d x %1$d points, %2$d iterations", problem.points(), steps);
  }

  @Override
  public void prepare() {
    double[] exact = domain.field();
    domain.forEach((i, j, k) -> setExact(exact, i, j, k));
    residual.add(exact, forcing);
    System.arraycopy(exact, 0, u, 0, u.length);
    domain.forEachInner(this::setGuess);
    findResidual();
  }

  private void setExact(double[] field, int i, int j, int k) {
    for (int m = 0; m < Gas.VARIABLES; m++) {
      field[domain.at(i, j, k) + m] = exact(m, i, j, k);
    }
  }

  private void setGuess(int i, int j, int k) {
    double x = domain.axis(0).coordinate(i);
    double y = domain.axis(1).coordinate(j);
    double z = domain.axis(2).coordinate(k);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      u[domain.at(i, j, k) + m] = ExactSolution.guess(m, x, y, z);
    }
  }

  private double exact(int variable, int i, int j, int k) {
    return ExactSolution.value(
        variable,
        domain.axis(0).coordinate(i),
        domain.axis(1).coordinate(j),
        domain.axis(2).coordinate(k));
  }

  private void findResidual() {
    for (int i = 0; i < correction.length; i++) {
      correction[i] = -forcing[i];
    }
    residual.add(u, correction);
  }

  @Override
  public void run() {
    double factor = 1 / (Sweeps.RELAXATION * (2 - Sweeps.RELAXATION));
    for (int step = 1; step <= steps; step++) {
      addToInner(correction, problem.timeStep() - 1, correction);
      sweeps.solve(u, correction);
      addToInner(u, factor, correction);
      findResidual();
      if (Benchmark.reports(step, steps)) {
        System.out.printf("iteration %d%n", step);
      }
    }
  }

  private void addToInner(double[] sum, double factor, double[] added) {
    domain.forEachInner(
        (i, j, k) -> {
          int at = domain.at(i, j, k);
          for (int m = 0; m < Gas.VARIABLES; m++) {
            sum[at + m] += factor * added[at + m];
          }
        });
  }

  @Override
  public Verification verify() {
    double[] residuals = rootOfMeanSquare((m, i, j, k) -> correction[domain.at(i, j, k) + m]);
    double[] errors =
        rootOfMeanSquare((m, i, j, k) -> exact(m, i, j, k) - u[domain.at(i, j, k) + m]);
    double[] integral = {new SurfaceIntegral(domain, problem.points()).of(u)};
    integral = sumOfRanks(integral);
    Verification verification = new Verification(1e-8, steps == problem.steps());
    for (int m = 0; m < Gas.VARIABLES; m++) {
      verification.compare("residual " + (m + 1), residuals[m], problem.residuals()[m]);
    }
    for (int m = 0; m < Gas.VARIABLES; m++) {
      verification.compare("error " + (m + 1), errors[m], problem.errors()[m]);
    }
    return verification.compare("surface integral", integral[0], problem.integral());
  }

  private double[] rootOfMeanSquare(Quantity quantity) {
    double[] sums = new double[Gas.VARIABLES];
    domain.forEachInner(
        (i, j, k) -> {
          for (int m = 0; m < Gas.VARIABLES; m++) {
            double value = quantity.at(m, i, j, k);
            sums[m] += value * value;
          }
        });
    double[] totals = sumOfRanks(sums);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      totals[m] = Math.sqrt(totals[m] / Math.pow(problem.points() - 2, 3));
    }
    return totals;
  }

  private static double[] sumOfRanks(double[] own) {
    double[] sum = new double[own.length];
    MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, own.length, MPI.DOUBLE, MPI.SUM);
    return sum;
  }

  /** As the reports count them; with triangular diagonal blocks it takes fewer. */
  @Override
  public double operations() {
    double n = problem.points();
    return steps * (1984.77 * n * n * n - 10_923.3 * n * n + 27_770.9 * n - 144_010);
  }

  /** Something that there is of each variable at each point. */
  private interface Quantity {
    double at(int variable, int i, int j, int k);
  }
}

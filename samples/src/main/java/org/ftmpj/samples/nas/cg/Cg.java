package org.ftmpj.samples.nas.cg;

import java.util.Arrays;
import java.util.Locale;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * CG: estimates the largest eigenvalue of a sparse matrix by inverse iteration, each with 25 steps
 * of the conjugate gradient method (RNR-94-007, section 2.4).
 */
public final class Cg implements Kernel {
  private static final int STEPS = 25;

  private final Problem problem;
  private final int iterations;
  private final ProcessGrid grid;

  /** Names as in the report: a part of each, of this rank's columns of the matrix. */
  private final double[] x;

  private final double[] z;
  private final double[] p;
  private final double[] q;
  private final double[] r;

  /** For this rank's rows of the matrix. */
  private final double[] product;

  private SparseMatrix matrix;
  private double zeta;

  private Cg(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.iterations = settings.iterations(Problem.ITERATIONS);
    this.grid = new ProcessGrid(problem.order());
    int columns = grid.columns(problem.order()).length();
    this.x = new double[columns];
    this.z = new double[columns];
    this.p = new double[columns];
    this.q = new double[columns];
    this.r = new double[columns];
    this.product = new double[grid.rows(problem.order()).length()];
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("CG", Ranks.powersOfTwo(16), args, Cg::new);
  }

  @Override
  public String problem() {
    return String.format(
        Locale.ROOT,
        "order %d, %d nonzeros, shift %.0f, %d iterations",
        problem.order(),
        problem.nonzeros(),
        problem.shift(),
        iterations);
  }

  @Override
  public void prepare() {
    int order = problem.order();
    matrix = SparseMatrix.block(problem, grid.rows(order), grid.columns(order));
    Arrays.fill(x, 1);
  }

  @Override
  public void run() {
    for (int iteration = 1; iteration <= iterations; iteration++) {
      double residual = solve();
      double[] products = {dot(x, z), dot(z, z)};
      grid.sum(products);
      zeta = problem.shift() + 1 / products[0];
      if (Benchmark.reports(iteration, iterations)) {
        System.out.printf(
            Locale.ROOT, "iteration %d: residual %.6e, zeta %.13f%n", iteration, residual, zeta);
      }
      double norm = Math.sqrt(products[1]);
      for (int i = 0; i < x.length; i++) {
        x[i] = z[i] / norm;
      }
    }
  }

  /** Solves for z with the matrix and x; returns the norm of what is left. */
  private double solve() {
    Arrays.fill(z, 0);
    System.arraycopy(x, 0, r, 0, x.length);
    System.arraycopy(x, 0, p, 0, x.length);
    double rho = sumOfProducts(r, r);
    for (int step = 0; step < STEPS; step++) {
      multiply(p, q);
      double alpha = rho / sumOfProducts(p, q);
      for (int i = 0; i < z.length; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      double before = rho;
      rho = sumOfProducts(r, r);
      double beta = rho / before;
      for (int i = 0; i < p.length; i++) {
        p[i] = r[i] + beta * p[i];
      }
    }
    return residual();
  }

  private double residual() {
    multiply(z, r);
    for (int i = 0; i < r.length; i++) {
      r[i] = x[i] - r[i];
    }
    return Math.sqrt(sumOfProducts(r, r));
  }

  private void multiply(double[] vector, double[] result) {
    matrix.multiply(vector, product);
    grid.sumAndTranspose(product, result);
  }

  private double sumOfProducts(double[] a, double[] b) {
    double[] sum = {dot(a, b)};
    grid.sum(sum);
    return sum[0];
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  @Override
  public Verification verify() {
    return new Verification(1e-10, iterations == Problem.ITERATIONS)
        .compare("zeta", zeta, problem.zeta());
  }

  @Override
  public double operations() {
    double perRow = problem.nonzeros() * (problem.nonzeros() + 1.0);
    return 2.0 * iterations * problem.order() * (3 + perRow + STEPS * (5 + perRow) + 3);
  }
}

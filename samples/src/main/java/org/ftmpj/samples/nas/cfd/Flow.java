package org.ftmpj.samples.nas.cfd;

import java.util.Arrays;
import java.util.function.BiConsumer;
import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * The simulated flow that BT, SP, and LU compute, each with a solver of its own (RNR-94-007,
 * section 3): from a guess, it goes in pseudo-time towards a solution that is known.
 */
public final class Flow {
  private static final double TOLERANCE = 1e-8;

  private final FlowProblem problem;
  private final int steps;
  private final Borders borders;
  private final BlockFlow[] parts;

  /**
   * In this rank's part of the domain.
   *
   * @param blocks of which the part consists
   * @param borders between them and the neighbours'
   */
  public Flow(FlowProblem problem, Settings settings, Block[] blocks, Borders borders) {
    this.problem = problem;
    this.steps = settings.iterations(problem.steps());
    this.borders = borders;
    this.parts = Arrays.stream(blocks).map(BlockFlow::new).toArray(BlockFlow[]::new);
  }

  /** The problem in words. */
  public String problem() {
    return String.format("%1$d x %1$d x %1$d points, %2$d iterations", problem.points(), steps);
  }

  /** How many steps in pseudo-time there are. */
  public int steps() {
    return steps;
  }

  /** The states, a field of each block. */
  public double[][] states() {
    return Arrays.stream(parts).map(part -> part.states).toArray(double[][]::new);
  }

  /** What is added to the states, a field of each block; before that, what it follows from. */
  public double[][] change() {
    return Arrays.stream(parts).map(part -> part.change).toArray(double[][]::new);
  }

  /** Finds the forcing from the exact solution, and the residual of the guess. */
  public void prepare() {
    for (BlockFlow part : parts) {
      part.setExact();
    }
    borders.exchange(states());
    for (BlockFlow part : parts) {
      part.findForcing();
      part.setGuess();
    }
    findResidual();
  }

  /**
   * Does all steps.
   *
   * @param solve puts the change in the place of the residual multiplied with the time step
   * @param factor of the change, when it is added to the states
   */
  public void run(Runnable solve, double factor) {
    for (int step = 1; step <= steps; step++) {
      for (BlockFlow part : parts) {
        part.scaleChange(problem.timeStep());
      }
      solve.run();
      for (BlockFlow part : parts) {
        part.addChange(factor);
      }
      findResidual();
      if (Benchmark.reports(step, steps)) {
        System.out.printf("iteration %d%n", step);
      }
    }
  }

  private void findResidual() {
    borders.exchange(states());
    for (BlockFlow part : parts) {
      part.findResidual();
    }
  }

  /** Compares residuals and errors with the reference values. */
  public Verification verify() {
    double[] residuals = rootOfMeanSquare(BlockFlow::addSquaresOfResiduals);
    double[] errors = rootOfMeanSquare(BlockFlow::addSquaresOfErrors);
    Verification verification = new Verification(TOLERANCE, steps == problem.steps());
    for (int m = 0; m < Gas.VARIABLES; m++) {
      verification.compare("residual " + (m + 1), residuals[m], problem.residuals()[m]);
    }
    for (int m = 0; m < Gas.VARIABLES; m++) {
      verification.compare("error " + (m + 1), errors[m], problem.errors()[m]);
    }
    return verification;
  }

  private double[] rootOfMeanSquare(BiConsumer<BlockFlow, double[]> addSquares) {
    double[] sums = new double[Gas.VARIABLES];
    for (BlockFlow part : parts) {
      addSquares.accept(part, sums);
    }
    double[] totals = sumOfRanks(sums);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      totals[m] = Math.sqrt(totals[m] / Math.pow(problem.points() - 2, 3));
    }
    return totals;
  }

  /** Adds up what each rank has, element by element. */
  public static double[] sumOfRanks(double[] own) {
    double[] sum = new double[own.length];
    MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, own.length, MPI.DOUBLE, MPI.SUM);
    return sum;
  }
}

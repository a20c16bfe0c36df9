package org.ftmpj.samples.nas.adi;

import java.util.function.DoubleUnaryOperator;
import mpi.MPI;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Flow;
import org.ftmpj.samples.nas.cfd.FlowProblem;

/**
 * What BT and SP have in common: the implicit operator of a step is the product of one factor for
 * each axis, which couples only the points of lines along it (RNR-94-007, section 3).
 */
public final class AlternatingDirections implements Kernel {
  private final FlowProblem problem;
  private final Block[] blocks;
  private final Flow flow;
  private final Sweeps sweeps;
  private final LineSolver solver;
  private final DoubleUnaryOperator operations;

  /**
   * One of them.
   *
   * @param solver of the factors
   * @param operations of a step, as in the reports, from the number of points along an axis
   */
  public AlternatingDirections(
      Settings settings,
      FlowProblem problem,
      SolverFactory solver,
      DoubleUnaryOperator operations) {
    Partition partition = new Partition(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
    this.problem = problem;
    this.blocks = partition.blocks(problem.points());
    this.flow = new Flow(problem, settings, blocks, new Faces(partition, blocks));
    this.sweeps = new Sweeps(partition, blocks);
    this.solver = solver.of(flow.states(), flow.change(), problem.timeStep());
    this.operations = operations;
  }

  @Override
  public String problem() {
    return flow.problem();
  }

  @Override
  public void prepare() {
    flow.prepare();
  }

  @Override
  public void run() {
    flow.run(this::solve, 1);
  }

  private void solve() {
    forEachInner(solver::begin);
    for (int axis = 0; axis < 3; axis++) {
      sweeps.solve(axis, solver);
    }
    forEachInner(solver::end);
  }

  private void forEachInner(PointAction action) {
    for (int cell = 0; cell < blocks.length; cell++) {
      int number = cell;
      Block block = blocks[cell];
      block.forEachInner((i, j, k) -> action.at(number, block.at(i, j, k)));
    }
  }

  @Override
  public Verification verify() {
    return flow.verify();
  }

  @Override
  public double operations() {
    return flow.steps() * operations.applyAsDouble(problem.points());
  }

  /** Makes the solver of a kernel. */
  public interface SolverFactory {
    /**
     * A solver.
     *
     * @param states in each of this rank's cells
     * @param change in each of them: the right-hand side, and where the solution goes
     */
    LineSolver of(double[][] states, double[][] change, double timeStep);
  }

  /** Something to do at a point of a cell. */
  private interface PointAction {
    void at(int cell, int at);
  }
}

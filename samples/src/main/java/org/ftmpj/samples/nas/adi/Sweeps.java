package org.ftmpj.samples.nas.adi;

import mpi.MPI;
import mpi.Request;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;

/**
 * Solves along all lines of an axis, slab by slab: the elimination goes upwards and the
 * substitution back, from each slab to the next with one message of each rank. Sources are named.
 */
final class Sweeps {
  private static final int TAG = 200;

  private final Partition partition;
  private final Block[] blocks;

  Sweeps(Partition partition, Block[] blocks) {
    this.partition = partition;
    this.blocks = blocks.clone();
  }

  /** Solves along an axis. */
  void solve(int axis, LineSolver solver) {
    sweep(axis, 1, solver.numbersOfElimination(), solver::eliminate);
    sweep(axis, -1, solver.numbersOfSubstitution(), solver::substitute);
  }

  private void sweep(int axis, int direction, int numbers, PieceAction action) {
    int cell = cell(axis, direction, 0);
    double[] carried = carried(cell, axis, numbers);
    for (int step = 1; step < partition.cells(); step++) {
      int next = cell(axis, direction, step);
      double[] incoming = carried(next, axis, numbers);
      int tag = TAG + 3 * axis + direction;
      // Posted before anything is sent: all ranks send at the same time.
      Request request =
          MPI.COMM_WORLD.Irecv(
              incoming, 0, incoming.length, MPI.DOUBLE, partition.neighbour(axis, -direction), tag);
      forEachLine(cell, axis, numbers, carried, action);
      MPI.COMM_WORLD.Send(
          carried, 0, carried.length, MPI.DOUBLE, partition.neighbour(axis, direction), tag);
      request.Wait();
      cell = next;
      carried = incoming;
    }
    forEachLine(cell, axis, numbers, carried, action);
  }

  /** This rank's cell in the slab with which a sweep goes on after so many steps. */
  private int cell(int axis, int direction, int step) {
    return partition.cell(direction > 0 ? step : partition.cells() - 1 - step, axis);
  }

  private double[] carried(int cell, int axis, int numbers) {
    return new double[numbers * blocks[cell].lines(axis)];
  }

  private void forEachLine(int cell, int axis, int numbers, double[] carried, PieceAction action) {
    Axis along = blocks[cell].axis(axis);
    blocks[cell].forEachLine(
        axis, (line, start) -> action.on(cell, along, start, carried, numbers * line));
  }

  /** What is done with a line's piece. */
  private interface PieceAction {
    void on(int cell, Axis axis, int start, double[] carried, int at);
  }
}

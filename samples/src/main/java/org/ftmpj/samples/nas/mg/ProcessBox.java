package org.ftmpj.samples.nas.mg;

import mpi.MPI;
import mpi.Request;

/**
 * The ranks as a box, with neighbours along three axes, the last next to the first.
 *
 * <p>Messages are received from any source, as in NPB's MPI implementation up to version 3.2, which
 * is why fault tolerance has to record them. The tag tells them apart: only one rank sends with it,
 * the same on all levels. (Where there are more ranks than points along an axis, neighbours differ
 * from level to level, and a message could be taken for another: NPB 3.2.1 names the source
 * therefore. Here that is not allowed.)
 */
final class ProcessBox {
  /** With more, there are levels with fewer points than ranks. */
  static final int MOST_RANKS = 8;

  private static final int[] DIRECTIONS = {-1, 1};

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int ranks = MPI.COMM_WORLD.Size();
  private final int[] shape = new int[3];

  /** For each direction, what comes from there; the last is what goes out. */
  private final double[][] buffers;

  /**
   * Of all ranks.
   *
   * @param points along each axis of the finest grid
   */
  ProcessBox(int points) {
    int log = Integer.numberOfTrailingZeros(ranks);
    shape[0] = 1 << log / 3;
    shape[1] = 1 << (log - log / 3) / 2;
    shape[2] = ranks / shape[0] / shape[1];
    this.buffers = new double[3][(points + 2) * (points + 2)];
  }

  /** A rank's part of a grid with so many points along each axis. */
  int[] part(int points) {
    return new int[] {points / shape[0], points / shape[1], points / shape[2]};
  }

  /** Where this rank is along an axis. */
  int coordinate(int axis) {
    return rank / stride(axis) % shape[axis];
  }

  /** Fills the layer around a grid with the neighbours' points. */
  void exchange(Grid grid) {
    for (int axis = 0; axis < 3; axis++) {
      if (ranks == 1) {
        wrap(grid, axis);
      } else {
        exchange(grid, axis);
      }
    }
  }

  private void exchange(Grid grid, int axis) {
    Request[] requests = new Request[DIRECTIONS.length];
    for (int i = 0; i < DIRECTIONS.length; i++) {
      double[] buffer = buffers[i];
      requests[i] =
          MPI.COMM_WORLD.Irecv(
              buffer, 0, buffer.length, MPI.DOUBLE, MPI.ANY_SOURCE, tag(axis, DIRECTIONS[i]));
    }
    double[] out = buffers[DIRECTIONS.length];
    for (int i = DIRECTIONS.length - 1; i >= 0; i--) {
      int direction = DIRECTIONS[i];
      int count = Face.take(grid, axis, direction > 0 ? grid.n[axis] : 1, out);
      MPI.COMM_WORLD.Send(
          out, 0, count, MPI.DOUBLE, neighbour(axis, direction), tag(axis, direction));
    }
    for (int i = 0; i < DIRECTIONS.length; i++) {
      requests[i].Wait();
      // What goes upwards comes from below.
      Face.put(grid, axis, DIRECTIONS[i] > 0 ? 0 : grid.n[axis] + 1, buffers[i]);
    }
  }

  private void wrap(Grid grid, int axis) {
    double[] face = buffers[0];
    Face.take(grid, axis, grid.n[axis], face);
    Face.put(grid, axis, 0, face);
    Face.take(grid, axis, 1, face);
    Face.put(grid, axis, grid.n[axis] + 1, face);
  }

  private int neighbour(int axis, int direction) {
    int here = coordinate(axis);
    int there = Math.floorMod(here + direction, shape[axis]);
    return rank + (there - here) * stride(axis);
  }

  private int stride(int axis) {
    return axis == 0 ? 1 : axis == 1 ? shape[0] : shape[0] * shape[1];
  }

  private static int tag(int axis, int direction) {
    return 3 * (axis + 1) + direction;
  }
}

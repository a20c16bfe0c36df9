package org.ftmpj.samples.nas.lu;

import mpi.MPI;
import org.ftmpj.samples.nas.cfd.Block;

/**
 * This rank's part of the domain, and its neighbours: the ranks cut it along the first two axes
 * (NAS-95-020, section 3.6). Around it there are layers of the neighbours' points, along these
 * axes.
 */
final class Domain {
  /** No neighbour: there the domain ends. */
  static final int NONE = -1;

  private static final int CUT_AXES = 2;

  private final int[] shape = new int[CUT_AXES];
  private final int[] coordinates = new int[CUT_AXES];
  private final Block block;

  /**
   * Of all ranks, a power of two.
   *
   * @param points along each axis
   */
  Domain(int points) {
    int size = MPI.COMM_WORLD.Size();
    int rank = MPI.COMM_WORLD.Rank();
    shape[1] = 1 << Integer.numberOfTrailingZeros(size) / 2;
    shape[0] = size / shape[1];
    coordinates[0] = rank % shape[0];
    coordinates[1] = rank / shape[0];
    int[] first = {0, 0, 0};
    int[] own = {points, points, points};
    for (int i = 0; i < CUT_AXES; i++) {
      first[i] = start(points, i, coordinates[i]);
      own[i] = start(points, i, coordinates[i] + 1) - first[i];
    }
    this.block = new Block(points, first, own, CUT_AXES);
  }

  /** The first ranks along an axis get what remains. */
  private int start(int points, int axis, int coordinate) {
    return points / shape[axis] * coordinate + Math.min(coordinate, points % shape[axis]);
  }

  /** This rank's points. */
  Block block() {
    return block;
  }

  /**
   * The rank beside this one.
   *
   * @param axis the first or the second
   * @param direction -1 or 1
   */
  int neighbour(int axis, int direction) {
    int there = coordinates[axis] + direction;
    if (there < 0 || there >= shape[axis]) {
      return NONE;
    }
    return MPI.COMM_WORLD.Rank() + direction * (axis == 0 ? 1 : shape[0]);
  }
}

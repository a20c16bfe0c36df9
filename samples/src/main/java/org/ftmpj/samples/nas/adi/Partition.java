package org.ftmpj.samples.nas.adi;

import org.ftmpj.samples.nas.cfd.Block;

/**
 * The domain cut into as many cells along each axis as there are ranks in a row of their square,
 * and a rank's share of them: along each axis, one cell of each slab (NAS-95-020). So all ranks
 * work on a slab at the same time. Those of a rank's cells that have a next cell along an axis all
 * have it at the same other rank.
 */
final class Partition {
  private final int side;
  private final int column;
  private final int row;

  /**
   * The share of a rank.
   *
   * @param ranks how many there are, a square
   */
  Partition(int rank, int ranks) {
    this.side = (int) Math.sqrt(ranks);
    this.column = rank % side;
    this.row = rank / side;
  }

  /** How many cells a rank has, and how many there are along each axis. */
  int cells() {
    return side;
  }

  /** Where one of the cells is along an axis: the number of its slab. */
  int slab(int cell, int axis) {
    return switch (axis) {
      case 0 -> (column + cell) % side;
      case 1 -> Math.floorMod(row - cell, side);
      default -> cell;
    };
  }

  /** Which of the cells is in a slab across an axis. */
  int cell(int slab, int axis) {
    return switch (axis) {
      case 0 -> Math.floorMod(slab - column, side);
      case 1 -> Math.floorMod(row - slab, side);
      default -> slab;
    };
  }

  /** Whether there is a cell beside one of this rank's, in direction 1 or -1 along an axis. */
  boolean hasNeighbour(int cell, int axis, int direction) {
    int there = slab(cell, axis) + direction;
    return there >= 0 && there < side;
  }

  /** The rank that has the cells beside this rank's, in direction 1 or -1 along an axis. */
  int neighbour(int axis, int direction) {
    int columns = axis == 0 ? direction : axis == 1 ? 0 : -direction;
    int rows = axis == 0 ? 0 : direction;
    return Math.floorMod(column + columns, side) + side * Math.floorMod(row + rows, side);
  }

  /**
   * The cells.
   *
   * @param points of the domain along each axis
   */
  Block[] blocks(int points) {
    Block[] blocks = new Block[side];
    for (int cell = 0; cell < side; cell++) {
      int[] first = new int[3];
      int[] own = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        int slab = slab(cell, axis);
        first[axis] = start(points, slab);
        own[axis] = start(points, slab + 1) - first[axis];
      }
      blocks[cell] = new Block(points, first, own, 3);
    }
    return blocks;
  }

  /** The first slabs along an axis get what remains. */
  private int start(int points, int slab) {
    return points / side * slab + Math.min(slab, points % side);
  }
}

package org.ftmpj.samples.life;

import mpi.MPI;
import mpi.Request;

/** A rank's block of rows of the Game of Life on a torus, with its neighbours' outermost rows. */
public final class Board {
  private static final int MASTER = 0;
  private static final int TAG_UPWARDS = 1;
  private static final int TAG_DOWNWARDS = 2;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final int width;
  private final int firstRow;
  private final int rows;

  /** The block with one row of each neighbour around it: rows 0 and rows + 1. */
  private byte[][] cells;

  private byte[][] next;

  /**
   * An empty one.
   *
   * @param height of all blocks together
   */
  public Board(int width, int height) {
    if (height < size) {
      throw new IllegalArgumentException("Fewer rows than ranks: " + height);
    }
    this.width = width;
    this.firstRow = height * rank / size;
    this.rows = height * (rank + 1) / size - firstRow;
    this.cells = new byte[rows + 2][width];
    this.next = new byte[rows + 2][width];
  }

  /** One byte for each cell, 1 if it lives; what {@link #advance} changes. */
  public byte[][] cells() {
    return cells;
  }

  /** Takes up what {@link #cells} gave. */
  public void cells(byte[][] from) {
    cells = from;
  }

  /** The next generation. */
  public void advance() {
    exchangeBorders();
    step();
  }

  /** About a third of the cells live at the start, the same ones for any number of ranks. */
  public void sow() {
    for (int row = 1; row <= rows; row++) {
      for (int column = 0; column < width; column++) {
        long cell = (long) (firstRow + row - 1) * width + column;
        cells[row][column] = (byte) (Long.remainderUnsigned(mix(cell + 1), 3) == 0 ? 1 : 0);
      }
    }
  }

  private void exchangeBorders() {
    int above = (rank + size - 1) % size;
    int below = (rank + 1) % size;
    Request[] requests = {
      MPI.COMM_WORLD.Irecv(cells[rows + 1], 0, width, MPI.BYTE, below, TAG_UPWARDS),
      MPI.COMM_WORLD.Irecv(cells[0], 0, width, MPI.BYTE, above, TAG_DOWNWARDS),
      MPI.COMM_WORLD.Isend(cells[1], 0, width, MPI.BYTE, above, TAG_UPWARDS),
      MPI.COMM_WORLD.Isend(cells[rows], 0, width, MPI.BYTE, below, TAG_DOWNWARDS)
    };
    Request.Waitall(requests);
  }

  private void step() {
    for (int row = 1; row <= rows; row++) {
      byte[] above = cells[row - 1];
      byte[] here = cells[row];
      byte[] below = cells[row + 1];
      for (int column = 0; column < width; column++) {
        int left = column == 0 ? width - 1 : column - 1;
        int right = column == width - 1 ? 0 : column + 1;
        int neighbours =
            above[left]
                + above[column]
                + above[right]
                + here[left]
                + here[right]
                + below[left]
                + below[column]
                + below[right];
        next[row][column] =
            (byte) (neighbours == 3 || (neighbours == 2 && here[column] == 1) ? 1 : 0);
      }
    }
    byte[][] old = cells;
    cells = next;
    next = old;
  }

  /** How many cells live, here and everywhere. All ranks. */
  public void report(int generation) {
    int[] population = {population()};
    int[] total = new int[1];
    MPI.COMM_WORLD.Allreduce(population, 0, total, 0, 1, MPI.INT, MPI.SUM);
    System.out.println(
        "generation "
            + generation
            + ": "
            + population[0]
            + " of "
            + total[0]
            + " live in rows "
            + firstRow
            + " to "
            + (firstRow + rows - 1));
  }

  private int population() {
    int count = 0;
    for (int row = 1; row <= rows; row++) {
      for (byte cell : cells[row]) {
        count += cell;
      }
    }
    return count;
  }

  /**
   * The sum of a hash of every living cell's place, which does not depend on the number of ranks.
   * All ranks.
   */
  public void finish() {
    long[] hash = new long[1];
    for (int row = 1; row <= rows; row++) {
      for (int column = 0; column < width; column++) {
        if (cells[row][column] == 1) {
          hash[0] += mix((long) (firstRow + row - 1) * width + column + 1);
        }
      }
    }
    long[] total = new long[1];
    MPI.COMM_WORLD.Reduce(hash, 0, total, 0, 1, MPI.LONG, MPI.SUM, MASTER);
    if (rank == MASTER) {
      System.out.printf("life: hash %016x%n", total[0]);
    }
  }

  private static long mix(long value) {
    long z = value * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

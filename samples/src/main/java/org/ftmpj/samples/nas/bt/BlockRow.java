package org.ftmpj.samples.nas.bt;

import org.ftmpj.samples.nas.cfd.Gas;

/**
 * A row of blocks in the elimination: the block on the diagonal, the one above it, and the
 * right-hand side.
 */
final class BlockRow {
  private static final int N = Gas.VARIABLES;

  /** Numbers that are left of a row: of each of its equations, the block above and the side. */
  static final int LEFT = N * (N + 1);

  private static final int WIDTH = 2 * N + 1;
  private static final int SIDE = 2 * N;

  /** Equation by equation: the diagonal block, the one above, the right-hand side. */
  private final double[][] rows = new double[N][WIDTH];

  /**
   * Begins with a row.
   *
   * @param side right-hand side
   * @param at where it begins
   */
  void set(double[] diagonal, double[] above, double[] side, int at) {
    for (int r = 0; r < N; r++) {
      double[] row = rows[r];
      for (int c = 0; c < N; c++) {
        row[c] = diagonal[c * N + r];
        row[N + c] = above[c * N + r];
      }
      row[SIDE] = side[at + r];
    }
  }

  /**
   * Eliminates the block below the diagonal.
   *
   * @param before what is left of the row before
   * @param at where that begins
   */
  void eliminate(double[] below, double[] before, int at) {
    for (int r = 0; r < N; r++) {
      double[] row = rows[r];
      for (int k = 0; k < N; k++) {
        double factor = below[k * N + r];
        int from = at + k * (N + 1);
        for (int c = 0; c < N; c++) {
          row[c] -= factor * before[from + c];
        }
        row[SIDE] -= factor * before[from + N];
      }
    }
  }

  /** Makes the diagonal block a unit matrix. The blocks need no pivoting. */
  void normalize() {
    for (int p = 0; p < N; p++) {
      double[] pivot = rows[p];
      double inverse = 1 / pivot[p];
      for (int c = p + 1; c < WIDTH; c++) {
        pivot[c] *= inverse;
      }
      for (int r = 0; r < N; r++) {
        if (r != p) {
          double[] row = rows[r];
          double factor = row[p];
          for (int c = p + 1; c < WIDTH; c++) {
            row[c] -= factor * pivot[c];
          }
        }
      }
    }
  }

  /** Stores what is left after that. */
  void store(double[] left, int at) {
    for (int r = 0; r < N; r++) {
      System.arraycopy(rows[r], N, left, at + r * (N + 1), N + 1);
    }
  }
}

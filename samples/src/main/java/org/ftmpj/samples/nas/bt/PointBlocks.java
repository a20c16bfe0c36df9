package org.ftmpj.samples.nas.bt;

import java.util.Arrays;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * What the state at a point contributes to a factor: the block on the diagonal, and those in the
 * rows of the points before and after it on the line. In the array of a block there is one column
 * after another.
 */
final class PointBlocks {
  private static final int N = Gas.VARIABLES;

  /** The columns of a unit matrix. */
  private static final double[] UNIT = new double[N * N];

  static {
    for (int m = 0; m < N; m++) {
      UNIT[m * N + m] = 1;
    }
  }

  final double[] diagonal = new double[N * N];

  /** In the row of the point before. */
  final double[] inRowBefore = new double[N * N];

  /** In the row of the point after. */
  final double[] inRowAfter = new double[N * N];

  private final double[] column = new double[N];

  /**
   * Computes them.
   *
   * @param u states
   * @param at where that of the point is
   */
  void set(double[] u, int at, Axis axis, double timeStep) {
    double across = timeStep / (axis.spacing() * axis.spacing());
    double along = 0.5 * timeStep / axis.spacing();
    for (int m = 0; m < N; m++) {
      Arrays.fill(column, 0);
      column[m] = axis.diffusion();
      Gas.addViscousDerivative(u, at, axis.number(), UNIT, m * N, 1, column);
      for (int n = 0; n < N; n++) {
        diagonal[m * N + n] = UNIT[m * N + n] + 2 * across * column[n];
        inRowBefore[m * N + n] = -across * column[n];
        inRowAfter[m * N + n] = -across * column[n];
      }
      Arrays.fill(column, 0);
      Gas.addFluxDerivative(u, at, axis.number(), UNIT, m * N, along, column);
      for (int n = 0; n < N; n++) {
        inRowBefore[m * N + n] += column[n];
        inRowAfter[m * N + n] -= column[n];
      }
    }
  }
}

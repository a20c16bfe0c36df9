package org.ftmpj.samples.nas.mg;

/**
 * Between a grid and one that is half as fine, of which point i is point 2 i of the finer one
 * (RNR-94-007, section 2.3).
 */
final class Transfer {
  private Transfer() {}

  /** Sets the coarse grid to means of the fine one, which has the layer around it. */
  static void restrict(Grid fine, Grid coarse) {
    for (int k = 1; k <= coarse.n[2]; k++) {
      for (int j = 1; j <= coarse.n[1]; j++) {
        int to = coarse.at(0, j, k);
        int from = fine.at(0, 2 * j, 2 * k);
        for (int i = 1; i <= coarse.n[0]; i++) {
          coarse.values[to + i] = mean(fine, from + 2 * i);
        }
      }
    }
  }

  /** The weight of a neighbour halves with each axis along which it is another point. */
  private static double mean(Grid fine, int at) {
    double sum = 0;
    for (int k = -1; k <= 1; k++) {
      for (int j = -1; j <= 1; j++) {
        double[] u = fine.values;
        int middle = at + k * fine.plane() + j * fine.line();
        double line = u[middle] + 0.5 * (u[middle - 1] + u[middle + 1]);
        sum += line / (1 << Math.abs(k) + Math.abs(j));
      }
    }
    return 0.5 * sum;
  }

  /**
   * Adds to each point of the fine grid, and of the layer around it, the mean of the points of the
   * coarse grid that are nearest.
   */
  static void interpolate(Grid coarse, Grid fine) {
    double[] line = new double[coarse.line()];
    for (int k = 0; k <= fine.n[2] + 1; k++) {
      for (int j = 0; j <= fine.n[1] + 1; j++) {
        add(coarse, j, k, line);
        int to = fine.at(0, j, k);
        for (int i = 0; i < line.length - 1; i++) {
          fine.values[to + 2 * i] += line[i];
          fine.values[to + 2 * i + 1] += 0.5 * (line[i] + line[i + 1]);
        }
      }
    }
  }

  /** The mean of the one, two, or four lines of the coarse grid that are nearest to a fine one. */
  private static void add(Grid coarse, int j, int k, double[] line) {
    double[] z = coarse.values;
    int at = coarse.at(0, j / 2, k / 2);
    int up = j % 2 * coarse.line();
    int back = k % 2 * coarse.plane();
    for (int i = 0; i < line.length; i++) {
      line[i] = 0.25 * (z[at + i] + z[at + i + up] + z[at + i + back] + z[at + i + up + back]);
    }
  }
}

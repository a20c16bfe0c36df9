package org.ftmpj.samples.nas.mg;

import java.util.Arrays;

/** A rank's box of a periodic grid, with a layer of its neighbours' points around it. */
final class Grid {
  /** Points along each axis, without the layer around, which has the numbers 0 and n + 1. */
  final int[] n;

  /** Numbers of the first axis run fastest. */
  final double[] values;

  Grid(int[] n) {
    this.n = n.clone();
    this.values = new double[(n[0] + 2) * (n[1] + 2) * (n[2] + 2)];
  }

  /** Where in the values a point is. */
  int at(int i, int j, int k) {
    return (k * (n[1] + 2) + j) * (n[0] + 2) + i;
  }

  /** How far it is to the next point along the second axis. */
  int line() {
    return n[0] + 2;
  }

  /** How far it is to the next point along the third axis. */
  int plane() {
    return (n[0] + 2) * (n[1] + 2);
  }

  void clear() {
    Arrays.fill(values, 0);
  }

  double sumOfSquares() {
    double sum = 0;
    for (int k = 1; k <= n[2]; k++) {
      for (int j = 1; j <= n[1]; j++) {
        int start = at(0, j, k);
        for (int i = 1; i <= n[0]; i++) {
          sum += values[start + i] * values[start + i];
        }
      }
    }
    return sum;
  }
}

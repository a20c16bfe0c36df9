package org.ftmpj.samples.nas.mg;

/**
 * The points of a grid with one number along an axis. Of the layer around the grid, those belong to
 * it that an exchange along the axes before has set; so edges and corners come with the faces.
 */
final class Face {
  private Face() {}

  /** Takes its points out of a grid; returns how many there are. */
  static int take(Grid grid, int axis, int number, double[] points) {
    return move(grid, axis, number, points, false);
  }

  /** Puts its points into a grid. */
  static void put(Grid grid, int axis, int number, double[] points) {
    move(grid, axis, number, points, true);
  }

  private static int move(Grid grid, int axis, int number, double[] points, boolean in) {
    int[] from = new int[3];
    int[] to = new int[3];
    for (int i = 0; i < 3; i++) {
      from[i] = i == axis ? number : i < axis ? 0 : 1;
      to[i] = i == axis ? number : i < axis ? grid.n[i] + 1 : grid.n[i];
    }
    int count = 0;
    for (int k = from[2]; k <= to[2]; k++) {
      for (int j = from[1]; j <= to[1]; j++) {
        for (int i = from[0]; i <= to[0]; i++) {
          if (in) {
            grid.values[grid.at(i, j, k)] = points[count++];
          } else {
            points[count++] = grid.values[grid.at(i, j, k)];
          }
        }
      }
    }
    return count;
  }
}

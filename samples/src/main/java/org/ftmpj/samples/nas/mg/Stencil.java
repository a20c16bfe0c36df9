package org.ftmpj.samples.nas.mg;

/**
 * A weighted sum of a point and its 26 neighbours, the same for neighbours across a face, an edge,
 * and a corner (RNR-94-007, section 2.3).
 */
final class Stencil {
  /** The discrete Laplace operator. */
  static final Stencil LAPLACE = new Stencil(-8.0 / 3, 0, 1.0 / 6, 1.0 / 12);

  /** Approximately its inverse, for classes up to A. */
  static final Stencil SMOOTHER = new Stencil(-3.0 / 8, 1.0 / 32, -1.0 / 64, 0);

  private final double point;
  private final double face;
  private final double edge;
  private final double corner;

  private Stencil(double point, double face, double edge, double corner) {
    this.point = point;
    this.face = face;
    this.edge = edge;
    this.corner = corner;
  }

  /**
   * Adds the sums, or subtracts them.
   *
   * @param in what is summed up, with the layer around it
   * @param base what they are added to
   * @param sign 1 or -1
   * @param out where to; may be the base, but not what is summed up
   */
  void apply(Grid in, Grid base, int sign, Grid out) {
    double[] near = new double[in.line()];
    double[] far = new double[in.line()];
    for (int k = 1; k <= in.n[2]; k++) {
      for (int j = 1; j <= in.n[1]; j++) {
        int start = in.at(0, j, k);
        addAround(in, start, near, far);
        apply(in.values, start, near, far, base.values, sign, out.values);
      }
    }
  }

  /** Of each point of a line, the neighbours in the plane across it, by their distance. */
  private static void addAround(Grid in, int start, double[] near, double[] far) {
    double[] u = in.values;
    int line = in.line();
    int plane = in.plane();
    for (int i = 0; i < line; i++) {
      int at = start + i;
      near[i] = u[at - line] + u[at + line] + u[at - plane] + u[at + plane];
      far[i] =
          u[at - plane - line] + u[at - plane + line] + u[at + plane - line] + u[at + plane + line];
    }
  }

  private void apply(
      double[] u, int start, double[] near, double[] far, double[] base, int sign, double[] out) {
    for (int i = 1; i < near.length - 1; i++) {
      int at = start + i;
      double sum =
          point * u[at]
              + face * (u[at - 1] + u[at + 1] + near[i])
              + edge * (far[i] + near[i - 1] + near[i + 1])
              + corner * (far[i - 1] + far[i + 1]);
      out[at] = base[at] + sign * sum;
    }
  }
}

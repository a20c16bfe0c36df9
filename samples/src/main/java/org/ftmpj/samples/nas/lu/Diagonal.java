package org.ftmpj.samples.nas.lu;

import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * Solves with the diagonal blocks of the implicit operator. Fluxes of central differences have no
 * part in them, and what viscosity and diffusion leave is lower triangular.
 */
final class Diagonal {
  private static final int ENERGY = 4;

  private final double diffusion;
  private final double conduction;
  private final double[] viscosity = new double[3];

  Diagonal(Axis[] axes, double timeStep) {
    double sum = 1;
    double conducted = 0;
    for (Axis axis : axes) {
      double factor = 2 * timeStep / (axis.spacing() * axis.spacing());
      sum += factor * axis.diffusion();
      conducted += factor * Gas.CONDUCTION;
      for (int b = 0; b < 3; b++) {
        viscosity[b] += factor * Gas.viscosity(b, axis.number());
      }
    }
    this.diffusion = sum;
    this.conduction = conducted;
  }

  /**
   * Solves for one point.
   *
   * @param u states
   * @param at where that of the point is
   * @param v right-hand side, then solution
   * @param to where it begins
   */
  void solve(double[] u, int at, double[] v, int to) {
    double density = u[at];
    v[to] /= diffusion;
    double heat = -conduction * u[at + ENERGY] / density * v[to];
    for (int b = 0; b < 3; b++) {
      double velocity = u[at + 1 + b] / density;
      double moved = viscosity[b] / density;
      v[to + 1 + b] = (v[to + 1 + b] + moved * velocity * v[to]) / (diffusion + moved);
      heat += (viscosity[b] - conduction) * velocity * (v[to + 1 + b] - velocity * v[to]);
    }
    v[to + ENERGY] = (v[to + ENERGY] - heat / density) / (diffusion + conduction / density);
  }
}

package org.ftmpj.samples.nas.cfd;

/**
 * The steady part of the equations, discretized by central differences, with a dissipation of the
 * fourth order (RNR-94-007, section 3.3).
 */
final class Residual {
  private static final int VARIABLES = Gas.VARIABLES;

  private final Block block;

  /** Of the points of a line, from one before the first inner one. */
  private final double[] fluxes;

  Residual(Block block) {
    this.block = block;
    this.fluxes = new double[VARIABLES * (block.axis(0).points() + 2)];
  }

  /** Adds it at the inner points; the layers around the states are the neighbours'. */
  void add(double[] u, double[] sum) {
    for (Axis axis : block.axes()) {
      block.forEachLine(
          axis.number(),
          (line, start) -> {
            addFluxes(axis, u, start, sum);
            addViscousFluxes(axis, u, start, sum);
            addDiffusion(axis, u, start, sum);
          });
    }
  }

  private void addFluxes(Axis axis, double[] u, int start, double[] sum) {
    double factor = 0.5 / axis.spacing();
    for (int i = axis.from() - 1; i <= axis.to() + 1; i++) {
      Gas.flux(u, start + i * axis.stride(), axis.number(), fluxes, place(axis, i));
    }
    for (int i = axis.from(); i <= axis.to(); i++) {
      for (int m = 0; m < VARIABLES; m++) {
        double difference = fluxes[place(axis, i + 1) + m] - fluxes[place(axis, i - 1) + m];
        sum[start + i * axis.stride() + m] -= factor * difference;
      }
    }
  }

  private void addViscousFluxes(Axis axis, double[] u, int start, double[] sum) {
    double factor = Gas.C34 / (axis.spacing() * axis.spacing());
    for (int i = axis.from(); i <= axis.to() + 1; i++) {
      int at = start + i * axis.stride();
      Gas.viscousFlux(u, at - axis.stride(), at, axis.number(), fluxes, place(axis, i));
    }
    for (int i = axis.from(); i <= axis.to(); i++) {
      for (int m = 1; m < VARIABLES; m++) {
        double difference = fluxes[place(axis, i + 1) + m] - fluxes[place(axis, i) + m];
        sum[start + i * axis.stride() + m] += factor * difference;
      }
    }
  }

  private static int place(Axis axis, int i) {
    return (i - axis.from() + 1) * VARIABLES;
  }

  /** Diffusion and dissipation, which near the boundary lacks what is beyond or on it. */
  private static void addDiffusion(Axis axis, double[] u, int start, double[] sum) {
    double factor = axis.diffusion() / (axis.spacing() * axis.spacing());
    int next = axis.stride();
    for (int i = axis.from(); i <= axis.to(); i++) {
      int number = axis.first() + i;
      int toEnd = axis.points() - 1 - number;
      double middle = number == 1 || toEnd == 1 ? 5 : 6;
      for (int m = 0; m < VARIABLES; m++) {
        int at = start + i * next + m;
        double fourth = middle * u[at];
        fourth -= number > 1 ? 4 * u[at - next] : 0;
        fourth += number > 2 ? u[at - 2 * next] : 0;
        fourth -= toEnd > 1 ? 4 * u[at + next] : 0;
        fourth += toEnd > 2 ? u[at + 2 * next] : 0;
        sum[at] += factor * (u[at - next] - 2 * u[at] + u[at + next]) - Gas.DISSIPATION * fourth;
      }
    }
  }
}

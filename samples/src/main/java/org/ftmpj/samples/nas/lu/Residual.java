package org.ftmpj.samples.nas.lu;

/**
 * The steady part of the equations, discretized by central differences, with a dissipation of the
 * fourth order (RNR-94-007, section 3.3).
 */
final class Residual {
  private static final int VARIABLES = Gas.VARIABLES;
  private static final double DISSIPATION = 0.25;

  private final Domain domain;
  private final Borders borders;

  /** Of the points of a line, from one before the first inner one. */
  private final double[] fluxes;

  Residual(Domain domain) {
    this.domain = domain;
    this.borders = new Borders(domain);
    this.fluxes = new double[VARIABLES * (domain.axis(2).points() + 2)];
  }

  /** Adds it at the inner points; before, gets the layers around the field from the neighbours. */
  void add(double[] u, double[] sum) {
    for (Axis axis : domain.axes()) {
      if (axis.number() < 2) {
        borders.exchange(u, axis.number());
      }
      addAlong(axis, u, sum);
    }
  }

  private void addAlong(Axis axis, double[] u, double[] sum) {
    Axis outer = domain.axis(axis.number() == 2 ? 1 : 2);
    Axis inner = domain.axis(axis.number() == 0 ? 1 : 0);
    for (int k = outer.from(); k <= outer.to(); k++) {
      for (int j = inner.from(); j <= inner.to(); j++) {
        int start = domain.at(0, 0, 0) + k * outer.stride() + j * inner.stride();
        addFluxes(axis, u, start, sum);
        addViscousFluxes(axis, u, start, sum);
        addDiffusion(axis, u, start, sum);
      }
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
        sum[at] += factor * (u[at - next] - 2 * u[at] + u[at + next]) - DISSIPATION * fourth;
      }
    }
  }
}

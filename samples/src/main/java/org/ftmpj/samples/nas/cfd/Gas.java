package org.ftmpj.samples.nas.cfd;

/**
 * The fluxes of the equations that BT, SP, and LU solve, which resemble those of a compressible gas
 * (RNR-94-007, section 3.2), and products with their derivatives.
 *
 * <p>A state is five numbers of an array: density, three momenta, energy. An axis is 0, 1, or 2.
 */
public final class Gas {
  /** Numbers of a state. */
  public static final int VARIABLES = 5;

  /** The report's constants. */
  public static final double C1 = 1.4;

  public static final double C2 = 0.4;
  static final double C34 = 0.1 * 1.0;
  static final double C5 = 1.4;

  /** Conduction of heat. */
  public static final double CONDUCTION = C1 * C34 * C5;

  /** How strong the dissipation of the fourth order is. */
  public static final double DISSIPATION = 0.25;

  private static final int ENERGY = 4;

  private Gas() {}

  /** How much a momentum diffuses along an axis: along its own by a third more. */
  public static double viscosity(int momentum, int axis) {
    return momentum == axis ? C34 * 4 / 3 : C34;
  }

  /** The pressure of a state. */
  public static double pressure(double[] u, int at) {
    return C2 * (u[at + ENERGY] - 0.5 * squareOfMomentum(u, at) / u[at]);
  }

  /** The flux along an axis without viscosity. */
  static void flux(double[] u, int at, int axis, double[] flux, int to) {
    double velocity = u[at + 1 + axis] / u[at];
    double pressure = pressure(u, at);
    flux[to] = u[at + 1 + axis];
    for (int b = 0; b < 3; b++) {
      flux[to + 1 + b] = u[at + 1 + b] * velocity;
    }
    flux[to + 1 + axis] += pressure;
    flux[to + ENERGY] = (u[at + ENERGY] + pressure) * velocity;
  }

  /**
   * What viscosity and heat conduction move along an axis between two points, but for a factor that
   * depends on their distance.
   *
   * @param below the point with the lower number
   */
  static void viscousFlux(double[] u, int below, int at, int axis, double[] flux, int to) {
    double squares = 0;
    flux[to] = 0;
    for (int b = 0; b < 3; b++) {
      double here = u[at + 1 + b] / u[at];
      double there = u[below + 1 + b] / u[below];
      double factor = b == axis ? 4.0 / 3 : 1;
      flux[to + 1 + b] = factor * (here - there);
      squares += (factor - C1 * C5) * (here * here - there * there);
    }
    double heat = u[at + ENERGY] / u[at] - u[below + ENERGY] / u[below];
    flux[to + ENERGY] = 0.5 * squares + C1 * C5 * heat;
  }

  /**
   * Adds the product of the derivative of {@link #flux} at a state with a vector.
   *
   * @param v the vector
   * @param from its first element
   */
  public static void addFluxDerivative(
      double[] u, int at, int axis, double[] v, int from, double scale, double[] sum) {
    double density = u[at];
    double velocity = u[at + 1 + axis] / density;
    double energy = u[at + ENERGY] / density;
    double square = squareOfMomentum(u, at) / (density * density);
    double along = v[from + 1 + axis];
    double inner = 0;
    for (int b = 0; b < 3; b++) {
      double other = u[at + 1 + b] / density;
      inner += other * v[from + 1 + b];
      double momentum = other * (along - velocity * v[from]) + velocity * v[from + 1 + b];
      sum[1 + b] += scale * momentum;
    }
    double pressure = C2 * (0.5 * square * v[from] - inner + v[from + ENERGY]);
    sum[0] += scale * along;
    sum[1 + axis] += scale * pressure;
    sum[ENERGY] +=
        scale
            * ((C2 * square - C1 * energy) * velocity * v[from]
                + (C1 * energy - 0.5 * C2 * square) * along
                - C2 * velocity * inner
                + C1 * velocity * v[from + ENERGY]);
  }

  /** Adds the product of the derivative of the viscous flux at a state with a vector. */
  public static void addViscousDerivative(
      double[] u, int at, int axis, double[] v, int from, double scale, double[] sum) {
    double density = u[at];
    double heat = CONDUCTION * (v[from + ENERGY] - u[at + ENERGY] / density * v[from]);
    for (int b = 0; b < 3; b++) {
      double velocity = u[at + 1 + b] / density;
      double change = v[from + 1 + b] - velocity * v[from];
      sum[1 + b] += scale / density * viscosity(b, axis) * change;
      heat += (viscosity(b, axis) - CONDUCTION) * velocity * change;
    }
    sum[ENERGY] += scale / density * heat;
  }

  static double squareOfMomentum(double[] u, int at) {
    return u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2] + u[at + 3] * u[at + 3];
  }
}

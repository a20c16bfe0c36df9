package org.ftmpj.samples.nas.cfd;

/**
 * The solution that the equations are made for (RNR-94-007, section 3.2): polynomials of degree
 * four.
 */
final class ExactSolution {
  /**
   * For each variable, the constant, and the coefficients of x, y, z, of their squares, cubes, and
   * fourth powers.
   */
  private static final double[][] COEFFICIENTS = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}
  };

  private static final int DEGREE = 4;

  private ExactSolution() {}

  /** A variable at a point of the domain, whose coordinates are from 0 to 1. */
  static double value(int variable, double... point) {
    double[] c = COEFFICIENTS[variable];
    double sum = c[0];
    for (int axis = 0; axis < 3; axis++) {
      double polynomial = 0;
      for (int power = DEGREE; power > 0; power--) {
        polynomial = (polynomial + c[3 * (power - 1) + 1 + axis]) * point[axis];
      }
      sum += polynomial;
    }
    return sum;
  }

  /**
   * A guess at a variable from its values on the boundary: interpolated along each axis, and
   * combined as the report does, in which products of the three stand for sums.
   */
  static double guess(int variable, double x, double y, double z) {
    double alongX = (1 - x) * value(variable, 0, y, z) + x * value(variable, 1, y, z);
    double alongY = (1 - y) * value(variable, x, 0, z) + y * value(variable, x, 1, z);
    double alongZ = (1 - z) * value(variable, x, y, 0) + z * value(variable, x, y, 1);
    return alongX
        + alongY
        + alongZ
        - alongX * alongY
        - alongY * alongZ
        - alongZ * alongX
        + alongX * alongY * alongZ;
  }
}

package org.ftmpj.samples.nas.lu;

/**
 * The integral of the pressure over the surface of a box in the domain, by the trapezoidal rule
 * (RNR-94-007, section 3.4.2). Each rank adds up its points.
 */
final class SurfaceIntegral {
  /** The box, from one point to another along each axis, as the reports have it. */
  private static final int[] FIRST = {1, 1, 2};

  private final Domain domain;
  private final int[] last;

  SurfaceIntegral(Domain domain, int points) {
    this.domain = domain;
    this.last = new int[] {points - 2, points - 3, points - 2};
  }

  /** This rank's part of it. */
  double of(double[] u) {
    double[] sum = new double[1];
    domain.forEach(
        (i, j, k) -> {
          int[] point = {i, j, k};
          double weight = 0;
          for (Axis axis : domain.axes()) {
            weight += weightOnFaceAcross(axis.number(), point);
          }
          if (weight > 0) {
            sum[0] += weight * Gas.pressure(u, domain.at(i, j, k));
          }
        });
    return sum[0];
  }

  /** The area that belongs to a point of the faces at both ends of an axis; 0 for others. */
  private double weightOnFaceAcross(int axis, int[] point) {
    int number = domain.axis(axis).first() + point[axis];
    if (number != FIRST[axis] && number != last[axis]) {
      return 0;
    }
    double area = 1;
    for (Axis other : domain.axes()) {
      int place = other.first() + point[other.number()];
      if (other.number() != axis) {
        area *= other.spacing() * weight(place, FIRST[other.number()], last[other.number()]);
      }
    }
    return area;
  }

  private static double weight(int place, int first, int last) {
    if (place < first || place > last) {
      return 0;
    }
    return place == first || place == last ? 0.5 : 1;
  }
}

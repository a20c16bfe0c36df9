package org.ftmpj.samples.nas.lu;

import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * The integral of the pressure over the surface of a box in the domain, by the trapezoidal rule
 * (RNR-94-007, section 3.4.2). Each rank adds up its points.
 */
final class SurfaceIntegral {
  /** The box, from one point to another along each axis, as the reports have it. */
  private static final int[] FIRST = {1, 1, 2};

  private final Block block;
  private final Axis[] axes;
  private final int[] last;

  SurfaceIntegral(Block block, int points) {
    this.block = block;
    this.axes = block.axes();
    this.last = new int[] {points - 2, points - 3, points - 2};
  }

  /** This rank's part of it. */
  double of(double[] u) {
    double[] sum = new double[1];
    block.forEach(
        (i, j, k) -> {
          int[] point = {i, j, k};
          double weight = 0;
          for (Axis axis : axes) {
            weight += weightOnFaceAcross(axis.number(), point);
          }
          if (weight > 0) {
            sum[0] += weight * Gas.pressure(u, block.at(i, j, k));
          }
        });
    return sum[0];
  }

  /** The area that belongs to a point of the faces at both ends of an axis; 0 for others. */
  private double weightOnFaceAcross(int axis, int[] point) {
    int number = block.axis(axis).first() + point[axis];
    if (number != FIRST[axis] && number != last[axis]) {
      return 0;
    }
    double area = 1;
    for (Axis other : axes) {
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

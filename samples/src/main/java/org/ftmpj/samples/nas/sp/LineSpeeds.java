package org.ftmpj.samples.nas.sp;

import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * How fast waves go, and how strongly they diffuse, at the points of a line; and the matrices that
 * follow: convection and diffusion by central differences, a dissipation of the fourth order.
 */
final class LineSpeeds {
  /** Numbers in a row of a matrix, from two points before to two points after. */
  static final int WIDTH = 5;

  private static final int MIDDLE = 2;
  private static final double[] FOURTH_DIFFERENCE = {1, -4, 6, -4, 1};

  private final double timeStep;
  private final double dissipation;
  private Axis axis;
  private double along;
  private double across;

  /** From the point before the first inner one. */
  private double[] velocity = {};

  private double[] sound = {};
  private double[] diffusion = {};

  LineSpeeds(double timeStep) {
    this.timeStep = timeStep;
    this.dissipation = timeStep * Gas.DISSIPATION;
  }

  /**
   * Finds them.
   *
   * @param u states
   * @param start where that of point 0 is
   */
  void set(double[] u, Axis axis, int start) {
    this.axis = axis;
    this.along = 0.5 * timeStep / axis.spacing();
    this.across = timeStep / (axis.spacing() * axis.spacing());
    int length = axis.own() + 2;
    if (velocity.length < length) {
      velocity = new double[length];
      sound = new double[length];
      diffusion = new double[length];
    }
    for (int i = axis.from() - 1; i <= axis.to() + 1; i++) {
      int at = start + i * axis.stride();
      velocity[i + 1] = u[at + 1 + axis.number()] / u[at];
      sound[i + 1] = Waves.speedOfSound(u, at);
      // Heat is conducted more than momentum.
      diffusion[i + 1] = axis.diffusion() + Gas.CONDUCTION / u[at];
    }
  }

  /**
   * Computes the row of an inner point.
   *
   * @param wave which kind of them
   */
  void row(int i, int wave, double[] row) {
    for (int j = 0; j < WIDTH; j++) {
      row[j] = isInner(i + j - MIDDLE) ? dissipation * FOURTH_DIFFERENCE[j] : 0;
    }
    if (!isInner(i - 1) || !isInner(i + 1)) {
      row[MIDDLE] -= dissipation;
    }
    row[MIDDLE] += 1 + 2 * across * diffusion[i + 1];
    row[MIDDLE - 1] -= along * speed(i - 1, wave) + across * diffusion[i];
    row[MIDDLE + 1] += along * speed(i + 1, wave) - across * diffusion[i + 2];
  }

  private double speed(int i, int wave) {
    return velocity[i + 1] + Waves.sounds(wave) * sound[i + 1];
  }

  /** Whether a point, also of another cell, is not on the boundary of the domain or beyond. */
  private boolean isInner(int i) {
    int number = axis.first() + i;
    return number > 0 && number < axis.points() - 1;
  }
}

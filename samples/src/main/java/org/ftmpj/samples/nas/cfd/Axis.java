package org.ftmpj.samples.nas.cfd;

/**
 * One of the three axes.
 *
 * @param number 0, 1, or 2
 * @param points along it, on all ranks
 * @param own how many of them this rank has
 * @param first the number of this rank's first point, among those of all ranks
 * @param stride from a point's state to the next one's in a field's array
 */
public record Axis(int number, int points, int own, int first, int stride) {
  /** This rank's first point that is not on the boundary of the domain. */
  public int from() {
    return Math.max(0, 1 - first);
  }

  /** This rank's last such point. */
  public int to() {
    return Math.min(own - 1, points - 2 - first);
  }

  /** Distance of points, in a domain of length 1. */
  public double spacing() {
    return 1.0 / (points - 1);
  }

  /** Where in the domain a point is, from 0 to 1. */
  public double coordinate(int point) {
    return (first + point) * spacing();
  }

  /** A diffusion that the equations have in addition to viscosity. */
  public double diffusion() {
    return number == 2 ? 1 : 0.75;
  }
}

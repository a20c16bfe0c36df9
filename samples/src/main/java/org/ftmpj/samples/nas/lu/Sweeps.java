package org.ftmpj.samples.nas.lu;

import java.util.Arrays;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * The two halves of a step of symmetric successive over-relaxation: the implicit operator, split
 * into a block lower and a block upper triangular factor, is solved plane by plane, upwards and
 * downwards (RNR-94-007, section 3.4).
 */
final class Sweeps {
  static final double RELAXATION = 1.2;

  private final Block block;
  private final Axis[] axes;
  private final double timeStep;
  private final Diagonal diagonal;
  private final Wavefront wavefront;
  private final double[] sum = new double[Gas.VARIABLES];

  Sweeps(Domain domain, double timeStep) {
    this.block = domain.block();
    this.axes = block.axes();
    this.timeStep = timeStep;
    this.diagonal = new Diagonal(axes, timeStep);
    this.wavefront = new Wavefront(domain);
  }

  /**
   * Solves both.
   *
   * @param u states at which the operator is linear, with one layer around
   * @param v right-hand side, then solution
   */
  void solve(double[] u, double[] v) {
    Axis up = block.axis(2);
    for (int k = up.from(); k <= up.to(); k++) {
      wavefront.receive(v, k, 1);
      lower(u, v, k);
      wavefront.send(v, k, 1);
    }
    for (int k = up.to(); k >= up.from(); k--) {
      wavefront.receive(v, k, -1);
      upper(u, v, k);
      wavefront.send(v, k, -1);
    }
  }

  private void lower(double[] u, double[] v, int k) {
    Axis x = block.axis(0);
    Axis y = block.axis(1);
    for (int j = y.from(); j <= y.to(); j++) {
      for (int i = x.from(); i <= x.to(); i++) {
        int at = block.at(i, j, k);
        sumOfNeighbours(u, v, at, -1);
        for (int m = 0; m < Gas.VARIABLES; m++) {
          v[at + m] -= RELAXATION * sum[m];
        }
        diagonal.solve(u, at, v, at);
      }
    }
  }

  private void upper(double[] u, double[] v, int k) {
    Axis x = block.axis(0);
    Axis y = block.axis(1);
    for (int j = y.to(); j >= y.from(); j--) {
      for (int i = x.to(); i >= x.from(); i--) {
        int at = block.at(i, j, k);
        sumOfNeighbours(u, v, at, 1);
        diagonal.solve(u, at, sum, 0);
        for (int m = 0; m < Gas.VARIABLES; m++) {
          v[at + m] -= RELAXATION * sum[m];
        }
      }
    }
  }

  /**
   * Multiplies the blocks beside the diagonal with the solution at the neighbours.
   *
   * @param direction which neighbours along each axis, -1 or 1
   */
  private void sumOfNeighbours(double[] u, double[] v, int at, int direction) {
    Arrays.fill(sum, 0);
    for (Axis axis : axes) {
      int there = at + direction * axis.stride();
      double across = timeStep / (axis.spacing() * axis.spacing());
      double along = direction * 0.5 * timeStep / axis.spacing();
      Gas.addFluxDerivative(u, there, axis.number(), v, there, along, sum);
      Gas.addViscousDerivative(u, there, axis.number(), v, there, -across, sum);
      for (int m = 0; m < Gas.VARIABLES; m++) {
        sum[m] -= across * axis.diffusion() * v[there + m];
      }
    }
  }
}

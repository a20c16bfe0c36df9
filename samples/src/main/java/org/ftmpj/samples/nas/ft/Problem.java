package org.ftmpj.samples.nas.ft;

import org.ftmpj.samples.nas.ProblemClass;

/**
 * A size of FT. The checksums are those that the official implementation NPB 3.3 verifies with.
 *
 * @param real parts of the checksums after each iteration
 * @param imaginary parts of them
 */
record Problem(int nx, int ny, int nz, double[] real, double[] imaginary) {
  static Problem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new Problem(
              64,
              64,
              64,
              new double[] {
                5.546087004964e+02, 5.546385409189e+02, 5.546148406171e+02,
                5.545423607415e+02, 5.544255039624e+02, 5.542683411902e+02
              },
              new double[] {
                4.845363331978e+02, 4.865304269511e+02, 4.883910722336e+02,
                4.901273169046e+02, 4.917475857993e+02, 4.932597244941e+02
              });
      case W ->
          new Problem(
              128,
              128,
              32,
              new double[] {
                5.673612178944e+02, 5.631436885271e+02, 5.594024089970e+02,
                5.560698047020e+02, 5.530898991250e+02, 5.504159734538e+02
              },
              new double[] {
                5.293246849175e+02, 5.282149986629e+02, 5.270996558037e+02,
                5.260027904925e+02, 5.249400845633e+02, 5.239212247086e+02
              });
      case A ->
          new Problem(
              256,
              256,
              128,
              new double[] {
                5.046735008193e+02, 5.059412319734e+02, 5.069376896287e+02,
                5.077892868474e+02, 5.085233095391e+02, 5.091487099959e+02
              },
              new double[] {
                5.114047905510e+02, 5.098809666433e+02, 5.098144042213e+02,
                5.101336130759e+02, 5.104914655194e+02, 5.107917842803e+02
              });
    };
  }

  /** How many iterations there are checksums of. */
  int iterations() {
    return real.length;
  }

  /** How many points there are. */
  double points() {
    return (double) nx * ny * nz;
  }
}

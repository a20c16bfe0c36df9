package org.ftmpj.samples.nas.mg;

import org.ftmpj.samples.nas.ProblemClass;

/**
 * A size of MG. The norms are those that the official implementation NPB 3.3 verifies with, whose
 * class W is another than that of versions before 3.1.
 *
 * @param logPoints binary logarithm of the number of points along each axis; also of levels
 * @param norm of the residual after all iterations
 */
record Problem(int logPoints, double norm) {
  static final int ITERATIONS = 4;

  static Problem of(ProblemClass size) {
    return switch (size) {
      case S -> new Problem(5, 0.5307707005734e-4);
      case W -> new Problem(7, 0.6467329375339e-5);
      case A -> new Problem(8, 0.2433365309069e-5);
    };
  }

  int points() {
    return 1 << logPoints;
  }
}

package org.ftmpj.samples.nas.cg;

import org.ftmpj.samples.nas.ProblemClass;

/**
 * A size of CG. The eigenvalue estimates are those that the official implementation NPB 3.3
 * verifies with.
 *
 * @param order of the matrix
 * @param nonzeros of each random vector that the matrix is made of
 * @param shift of the diagonal
 * @param zeta the estimate after 15 iterations
 */
record Problem(int order, int nonzeros, double shift, double zeta) {
  static final int ITERATIONS = 15;

  static Problem of(ProblemClass size) {
    return switch (size) {
      case S -> new Problem(1_400, 7, 10, 8.5971775078648);
      case W -> new Problem(7_000, 8, 12, 10.362595087124);
      case A -> new Problem(14_000, 11, 20, 17.130235054029);
    };
  }
}

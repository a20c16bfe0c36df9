package org.ftmpj.samples.nas.ep;

import org.ftmpj.samples.nas.ProblemClass;

/**
 * A size of EP. The sums are those that the official implementation NPB 3.3 verifies with.
 *
 * @param logPairs binary logarithm of the number of pairs
 * @param sumX of the first of each accepted pair
 * @param sumY of the second
 */
record Problem(int logPairs, double sumX, double sumY) {
  static Problem of(ProblemClass size) {
    return switch (size) {
      case S -> new Problem(24, -3.247834652034740e+3, -6.958407078382297e+3);
      case W -> new Problem(25, -2.863319731645753e+3, -6.320053679109499e+3);
      case A -> new Problem(28, -4.295875165629892e+3, -1.580732573678431e+4);
    };
  }
}

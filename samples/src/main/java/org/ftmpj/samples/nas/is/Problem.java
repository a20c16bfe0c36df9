package org.ftmpj.samples.nas.is;

import org.ftmpj.samples.nas.ProblemClass;

/**
 * A size of IS. Five keys are looked up after each iteration; where they are and what ranks they
 * have are the values that the official implementation NPB 3.3 verifies with.
 *
 * @param logKeys binary logarithm of the number of keys
 * @param logLargest binary logarithm of the largest key, which no key reaches
 * @param positions of the five keys
 * @param ranks of the five keys, but for what the changes before each iteration shift them by
 * @param smallKeys how many of the five are so small that each iteration shifts their rank up by
 *     one; those of the others it shifts down
 * @param upFrom the iteration in which the ranks of small keys are as they stand here
 * @param downFrom the iteration in which those of the others are
 */
record Problem(
    int logKeys,
    int logLargest,
    int[] positions,
    int[] ranks,
    int smallKeys,
    int upFrom,
    int downFrom) {

  static Problem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new Problem(
              16,
              11,
              new int[] {48_427, 17_148, 23_627, 62_548, 4_431},
              new int[] {0, 18, 346, 64_917, 65_463},
              3,
              0,
              0);
      case W ->
          new Problem(
              20,
              16,
              new int[] {357_773, 934_767, 875_723, 898_999, 404_505},
              new int[] {1_249, 11_698, 1_039_987, 1_043_896, 1_048_018},
              2,
              2,
              0);
      case A ->
          new Problem(
              23,
              19,
              new int[] {2_112_377, 662_041, 5_336_171, 3_642_833, 4_250_760},
              new int[] {104, 17_523, 123_928, 8_288_932, 8_388_264},
              3,
              1,
              1);
    };
  }

  int keys() {
    return 1 << logKeys;
  }

  int largest() {
    return 1 << logLargest;
  }

  /** The rank that one of the five keys must have after an iteration. */
  int rank(int which, int iteration) {
    return which < smallKeys
        ? ranks[which] + iteration - upFrom
        : ranks[which] - iteration + downFrom;
  }
}

package org.ftmpj.agent.checkpoint;

/**
 * The time between two checkpoints with which a program loses least, by checkpoints and by
 * repeating. The first-order solution is J. W. Young's: A first order approximation to the optimum
 * checkpoint interval, Communications of the ACM 17(9), 1974: sqrt(2 C M). This is J. T. Daly's: A
 * higher order estimate of the optimum checkpoint interval for restart dumps, Future Generation
 * Computer Systems 22(3), 2006, equation 37.
 */
final class DalyInterval {
  private DalyInterval() {}

  /**
   * @param cost C, how long the program stands still for a checkpoint, in any unit
   * @param betweenFailures M, the mean time between failures, in the same unit
   * @return from the end of a checkpoint to the begin of the next one, in that unit
   */
  static double of(double cost, double betweenFailures) {
    if (cost >= 2 * betweenFailures) {
      return betweenFailures;
    }
    double part = cost / (2 * betweenFailures);
    return Math.sqrt(2 * cost * betweenFailures) * (1 + Math.sqrt(part) / 3 + part / 9) - cost;
  }
}

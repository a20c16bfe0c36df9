package org.ftmpj.it.program.generated;

/** A part of a generated program; all ranks know which it is. */
interface Part {
  /** Does what is this rank's in it. Returns when all messages for this rank are received. */
  void run(Rank me, Circles circles);

  /**
   * The sum of the values of the messages in it.
   *
   * @param ranks of the program
   */
  default long sum(int ranks) {
    return 0;
  }
}

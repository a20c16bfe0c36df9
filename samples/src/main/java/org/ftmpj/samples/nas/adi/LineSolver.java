package org.ftmpj.samples.nas.adi;

import org.ftmpj.samples.nas.cfd.Axis;

/**
 * Solves the equations that couple the points of a line, of which one rank after another has a
 * piece. What a piece leaves to the next one is a few numbers; before the first piece, they are 0.
 */
public interface LineSolver {
  /**
   * Prepares the right-hand side at a point, before the first axis.
   *
   * @param cell number of the rank's cell
   * @param at where in a field the state of the point is
   */
  default void begin(int cell, int at) {}

  /** Makes the solution at a point of what the last axis has left there. */
  default void end(int cell, int at) {}

  /** How many numbers an elimination leaves to the next piece. */
  int numbersOfElimination();

  /** How many numbers a substitution leaves to the piece before. */
  int numbersOfSubstitution();

  /**
   * Eliminates from the first inner point of a piece to the last.
   *
   * @param cell number of the rank's cell
   * @param start where in a field the state of point 0 is
   * @param carried what the piece before has left, and then what this one leaves
   * @param at where that begins
   */
  void eliminate(int cell, Axis axis, int start, double[] carried, int at);

  /** Substitutes from the last inner point to the first; parameters as of {@link #eliminate}. */
  void substitute(int cell, Axis axis, int start, double[] carried, int at);
}

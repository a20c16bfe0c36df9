package org.ftmpj.samples.nas.sp;

import java.util.Arrays;
import org.ftmpj.samples.nas.adi.LineSolver;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * Solves with the factors of SP: for each of the waves along an axis a pentadiagonal system. The
 * change on the boundary of the domain is 0.
 */
final class DiagonalFactors implements LineSolver {
  private static final int VARIABLES = Gas.VARIABLES;

  /** Where, in what is left of a row, the right-hand side is: after two numbers of each matrix. */
  private static final int SIDE = 2 * Waves.KINDS;

  private static final int LEFT = SIDE + VARIABLES;

  private final double[][] states;
  private final double[][] change;
  private final LineSpeeds speeds;

  /** For each point, what the elimination has left of its rows. */
  private final double[][] left;

  private final double[] row = new double[LineSpeeds.WIDTH];

  DiagonalFactors(double[][] states, double[][] change, double timeStep) {
    this.states = states;
    this.change = change;
    this.speeds = new LineSpeeds(timeStep);
    this.left =
        Arrays.stream(states)
            .map(field -> new double[place(field.length)])
            .toArray(double[][]::new);
  }

  private static int place(int at) {
    return at / VARIABLES * LEFT;
  }

  @Override
  public int numbersOfElimination() {
    return 2 * LEFT;
  }

  @Override
  public int numbersOfSubstitution() {
    return 2 * VARIABLES;
  }

  @Override
  public void begin(int cell, int at) {
    Waves.fromState(states[cell], change[cell], at);
  }

  @Override
  public void end(int cell, int at) {
    Waves.toState(states[cell], change[cell], at);
  }

  @Override
  public void eliminate(int cell, Axis axis, int start, double[] carried, int at) {
    speeds.set(states[cell], axis, start);
    for (int i = axis.from(); i <= axis.to(); i++) {
      int point = start + i * axis.stride();
      Waves.split(change[cell], point, axis.number());
      for (int wave = 0; wave < Waves.KINDS; wave++) {
        speeds.row(i, wave, row);
        eliminate(wave, axis.number(), carried, at, cell, point);
      }
      System.arraycopy(carried, at + LEFT, carried, at, LEFT);
      System.arraycopy(left[cell], place(point), carried, at + LEFT, LEFT);
    }
  }

  /** Eliminates what is below the diagonal with what is left of the last two rows. */
  private void eliminate(int wave, int axis, double[] carried, int at, int cell, int point) {
    int last = at + LEFT;
    int here = place(point);
    double below = row[1] - row[0] * carried[at + 2 * wave];
    double diagonal = row[2] - row[0] * carried[at + 2 * wave + 1];
    diagonal -= below * carried[last + 2 * wave];
    left[cell][here + 2 * wave] = (row[3] - below * carried[last + 2 * wave + 1]) / diagonal;
    left[cell][here + 2 * wave + 1] = row[4] / diagonal;
    for (int m = 0; m < VARIABLES; m++) {
      if (Waves.kind(m, axis) == wave) {
        double side = change[cell][point + m];
        side -= row[0] * carried[at + SIDE + m] + below * carried[last + SIDE + m];
        left[cell][here + SIDE + m] = side / diagonal;
      }
    }
  }

  @Override
  public void substitute(int cell, Axis axis, int start, double[] carried, int at) {
    for (int i = axis.to(); i >= axis.from(); i--) {
      int point = start + i * axis.stride();
      for (int m = 0; m < VARIABLES; m++) {
        substitute(m, axis.number(), carried, at, cell, point);
      }
      Waves.join(change[cell], point, axis.number());
    }
  }

  private void substitute(int m, int axis, double[] carried, int at, int cell, int point) {
    int here = place(point);
    int wave = Waves.kind(m, axis);
    double value = left[cell][here + SIDE + m];
    value -= left[cell][here + 2 * wave] * carried[at + m];
    value -= left[cell][here + 2 * wave + 1] * carried[at + VARIABLES + m];
    change[cell][point + m] = value;
    carried[at + VARIABLES + m] = carried[at + m];
    carried[at + m] = value;
  }
}

package org.ftmpj.samples.nas.adi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ftmpj.samples.nas.adi.AlternatingDirections.SolverFactory;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.ftmpj.samples.nas.cfd.Gas;

/** A line across the domain with states and a right-hand side, cut into pieces. */
public final class TestLine {
  public static final double TIME_STEP = 0.01;

  private static final int VARIABLES = Gas.VARIABLES;
  private static final double[] MEAN_STATE = {2, 0, 0, 0, 5};
  private static final int START = Block.LAYERS * VARIABLES;

  private final Axis[] axes;

  /** Of each piece one field, with layers of the other pieces' points around. */
  private final double[][] states;

  private final double[][] change;

  /**
   * A line.
   *
   * @param number of the axis along which it goes
   * @param lengths of the pieces
   */
  public TestLine(int number, int... lengths) {
    int points = Arrays.stream(lengths).sum();
    this.axes = new Axis[lengths.length];
    this.states = new double[lengths.length][];
    this.change = new double[lengths.length][];
    int first = 0;
    for (int i = 0; i < lengths.length; i++) {
      axes[i] = new Axis(number, points, lengths[i], first, VARIABLES);
      states[i] = new double[VARIABLES * (lengths[i] + 2 * Block.LAYERS)];
      change[i] = states[i].clone();
      for (int at = 0; at < states[i].length; at++) {
        int global = first * VARIABLES - START + at;
        states[i][at] = MEAN_STATE[at % VARIABLES] + 0.5 * Math.sin(global);
        change[i][at] = Math.cos(2 * global);
      }
      first += lengths[i];
    }
  }

  /** A line, solved. */
  public static TestLine solved(SolverFactory factory, int number, int... lengths) {
    TestLine line = new TestLine(number, lengths);
    line.solve(factory.of(line.states, line.change, TIME_STEP));
    return line;
  }

  public double[][] states() {
    return states;
  }

  public double[][] change() {
    return change;
  }

  /** The axis, of one that is in one piece. */
  public Axis axis() {
    return axes[0];
  }

  /** Where in a field the state of a point is. */
  public int at(int point) {
    return START + point * VARIABLES;
  }

  /** Solves as the ranks do that have the pieces. */
  private void solve(LineSolver solver) {
    double[] carried = new double[1 + solver.numbersOfElimination()];
    for (int i = 0; i < axes.length; i++) {
      solver.eliminate(i, axes[i], START, carried, 1);
    }
    carried = new double[1 + solver.numbersOfSubstitution()];
    for (int i = axes.length - 1; i >= 0; i--) {
      solver.substitute(i, axes[i], START, carried, 1);
    }
  }

  /** What is at the inner points of all pieces, after each other. */
  public double[] solution() {
    return IntStream.range(0, axes.length)
        .mapToObj(i -> Arrays.copyOfRange(change[i], at(axes[i].from()), at(axes[i].to() + 1)))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }
}

package org.ftmpj.samples.nas.bt;

import java.util.Arrays;
import org.ftmpj.samples.nas.adi.LineSolver;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;

/**
 * Solves with the factors of BT: block tridiagonal, from the derivatives of the fluxes along an
 * axis. The change on the boundary of the domain is 0.
 */
final class BlockTridiagonal implements LineSolver {
  private static final int N = Gas.VARIABLES;

  private final double[][] states;
  private final double[][] change;
  private final double timeStep;

  /** For each point, what the elimination has left of its row. */
  private final double[][] left;

  private final BlockRow row = new BlockRow();
  private PointBlocks before = new PointBlocks();
  private PointBlocks here = new PointBlocks();
  private PointBlocks after = new PointBlocks();

  BlockTridiagonal(double[][] states, double[][] change, double timeStep) {
    this.states = states;
    this.change = change;
    this.timeStep = timeStep;
    this.left =
        Arrays.stream(states)
            .map(field -> new double[place(field.length)])
            .toArray(double[][]::new);
  }

  private static int place(int at) {
    return at / N * BlockRow.LEFT;
  }

  @Override
  public int numbersOfElimination() {
    return BlockRow.LEFT;
  }

  @Override
  public int numbersOfSubstitution() {
    return N;
  }

  @Override
  public void eliminate(int cell, Axis axis, int start, double[] carried, int at) {
    double[] u = states[cell];
    int point = start + axis.from() * axis.stride();
    before.set(u, point - axis.stride(), axis, timeStep);
    here.set(u, point, axis, timeStep);
    double[] previous = carried;
    int from = at;
    for (int i = axis.from(); i <= axis.to(); i++) {
      after.set(u, point + axis.stride(), axis, timeStep);
      row.set(here.diagonal, after.inRowBefore, change[cell], point);
      row.eliminate(before.inRowAfter, previous, from);
      row.normalize();
      previous = left[cell];
      from = place(point);
      row.store(previous, from);
      point += axis.stride();
      step();
    }
    System.arraycopy(previous, from, carried, at, BlockRow.LEFT);
  }

  private void step() {
    PointBlocks last = before;
    before = here;
    here = after;
    after = last;
  }

  @Override
  public void substitute(int cell, Axis axis, int start, double[] carried, int at) {
    double[] solution = change[cell];
    double[] next = carried;
    int from = at;
    for (int i = axis.to(); i >= axis.from(); i--) {
      int point = start + i * axis.stride();
      for (int r = 0; r < N; r++) {
        int equation = place(point) + r * (N + 1);
        double value = left[cell][equation + N];
        for (int c = 0; c < N; c++) {
          value -= left[cell][equation + c] * next[from + c];
        }
        solution[point + r] = value;
      }
      next = solution;
      from = point;
    }
    System.arraycopy(next, from, carried, at, N);
  }
}

package org.ftmpj.samples.nas.cfd;

/** The flow in one block: what each rank computes without the others. */
final class BlockFlow {
  private static final int VARIABLES = Gas.VARIABLES;

  final double[] states;
  final double[] change;

  /** What makes the exact solution one. */
  private final double[] forcing;

  private final Block block;
  private final Residual residual;

  BlockFlow(Block block) {
    this.block = block;
    this.residual = new Residual(block);
    this.states = block.field();
    this.change = block.field();
    this.forcing = block.field();
  }

  void setExact() {
    block.forEach(
        (i, j, k) -> {
          for (int m = 0; m < VARIABLES; m++) {
            states[block.at(i, j, k) + m] = exact(m, i, j, k);
          }
        });
  }

  /** Finds the forcing, while the states are the exact solution. */
  void findForcing() {
    residual.add(states, forcing);
  }

  void setGuess() {
    block.forEachInner(
        (i, j, k) -> {
          double x = block.axis(0).coordinate(i);
          double y = block.axis(1).coordinate(j);
          double z = block.axis(2).coordinate(k);
          for (int m = 0; m < VARIABLES; m++) {
            states[block.at(i, j, k) + m] = ExactSolution.guess(m, x, y, z);
          }
        });
  }

  void findResidual() {
    for (int at = 0; at < change.length; at++) {
      change[at] = -forcing[at];
    }
    residual.add(states, change);
  }

  void scaleChange(double factor) {
    block.forEachInner(
        (i, j, k) -> {
          int at = block.at(i, j, k);
          for (int m = 0; m < VARIABLES; m++) {
            change[at + m] *= factor;
          }
        });
  }

  void addChange(double factor) {
    block.forEachInner(
        (i, j, k) -> {
          int at = block.at(i, j, k);
          for (int m = 0; m < VARIABLES; m++) {
            states[at + m] += factor * change[at + m];
          }
        });
  }

  void addSquaresOfResiduals(double[] sums) {
    addSquares(sums, (m, i, j, k) -> change[block.at(i, j, k) + m]);
  }

  void addSquaresOfErrors(double[] sums) {
    addSquares(sums, (m, i, j, k) -> exact(m, i, j, k) - states[block.at(i, j, k) + m]);
  }

  private void addSquares(double[] sums, Quantity quantity) {
    block.forEachInner(
        (i, j, k) -> {
          for (int m = 0; m < VARIABLES; m++) {
            double value = quantity.at(m, i, j, k);
            sums[m] += value * value;
          }
        });
  }

  private double exact(int variable, int i, int j, int k) {
    return ExactSolution.value(
        variable,
        block.axis(0).coordinate(i),
        block.axis(1).coordinate(j),
        block.axis(2).coordinate(k));
  }

  /** Something that there is of each variable at each point. */
  private interface Quantity {
    double at(int variable, int i, int j, int k);
  }
}

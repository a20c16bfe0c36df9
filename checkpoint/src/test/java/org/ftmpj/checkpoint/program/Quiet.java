package org.ftmpj.checkpoint.program;

/** Exchanges no messages; another class has a method of the same name that does. */
public final class Quiet {
  private final double factor;

  public Quiet(double factor) {
    this.factor = factor;
  }

  double go(int n) {
    return factor * n;
  }
}

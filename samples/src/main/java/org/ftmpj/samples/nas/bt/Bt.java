package org.ftmpj.samples.nas.bt;

import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.adi.AlternatingDirections;

/**
 * BT: solves a system of five nonlinear partial differential equations by an approximate
 * factorization, whose factors are block tridiagonal (RNR-94-007, section 3). A few large messages
 * go between named neighbours: in each step the faces of the cells, and what the elimination along
 * lines needs from the cell before.
 */
public final class Bt {
  private Bt() {}

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main(
        "BT",
        Ranks.squares(16),
        args,
        settings ->
            new AlternatingDirections(
                settings, Problem.of(settings.size()), BlockTridiagonal::new, Bt::operations));
  }

  /** Of a step, as the reports count them. */
  private static double operations(double n) {
    return 3478.8 * n * n * n - 17_655.7 * n * n + 28_023.7 * n;
  }
}

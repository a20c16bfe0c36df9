package org.ftmpj.samples.nas.sp;

import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.adi.AlternatingDirections;

/**
 * SP: solves a system of five nonlinear partial differential equations by an approximate
 * factorization, whose factors are made diagonal, so that for each variable there is a scalar
 * pentadiagonal system (RNR-94-007, section 3). The messages are those of BT, but smaller.
 */
public final class Sp {
  private Sp() {}

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main(
        "SP",
        Ranks.squares(16),
        args,
        settings ->
            new AlternatingDirections(
                settings, Problem.of(settings.size()), DiagonalFactors::new, Sp::operations));
  }

  /** Of a step, as the reports count them. */
  private static double operations(double n) {
    return 881.174 * n * n * n - 4683.91 * n * n + 11_484.5 * n - 19_272.4;
  }
}

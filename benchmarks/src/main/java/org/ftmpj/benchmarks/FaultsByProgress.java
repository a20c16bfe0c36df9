package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * Run time of MPI/FT's two cases of which one rank is killed on the way: its figures 5.9 and 5.10,
 * and appendix A.
 */
final class FaultsByProgress implements Benchmark {
  private static final int[] PERCENT = {10, 30, 50, 70, 90};
  private static final int[] QUICK = {50};

  private static final List<CheckpointedCase> CASES =
      List.of(CheckpointedCase.mandelbrot(12_000, 100), CheckpointedCase.life(250, 1000));

  @Override
  public String name() {
    return "faults";
  }

  @Override
  public String title() {
    return "run time with one rank killed on the way";
  }

  @Override
  public String axis() {
    return "progress of the program when the rank is killed";
  }

  @Override
  public boolean isLinear() {
    return true;
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.NO_CHECKPOINTS, Variant.TRANSPARENT, Variant.AWARE);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (CheckpointedCase which : quick ? CASES.subList(0, 1) : CASES) {
      String series = "run time, " + which.title();
      KilledCase.Whole whole = KilledCase.whole(jobs, variant, which);
      results.add(new Row(series, "no kill", 0, "s"), variant, whole.run().seconds());
      for (int at : quick ? QUICK : PERCENT) {
        KilledCase killed = KilledCase.at(at, whole, jobs, variant, which);
        results.add(new Row(series, at + " %", at, "s"), variant, killed.run().seconds());
        results.add(
            new Row("recovery, " + which.title(), at + " %", at, "s"),
            variant,
            killed.killed().secondsToRecovery());
      }
    }
  }
}

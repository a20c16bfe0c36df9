package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * What a recovery from a checkpoint consists of, in MPI/FT's two cases: its tables 5.3, 5.6 and 5.7
 * have the parts of the middleware, which there takes a process that runs, and of the application.
 */
final class RecoveryParts implements Benchmark {
  private static final int HALF = 50;
  private static final double MS = 1000;

  private static final List<CheckpointedCase> CASES =
      List.of(
          CheckpointedCase.mandelbrot(4000, 20),
          CheckpointedCase.life(4, 100),
          CheckpointedCase.life(16, 100),
          CheckpointedCase.life(100, 100),
          CheckpointedCase.life(250, 100));

  @Override
  public String name() {
    return "parts";
  }

  @Override
  public String title() {
    return "what a recovery from a checkpoint consists of";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.AWARE, Variant.TRANSPARENT);
  }

  @Override
  public int turns() {
    return 3;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (CheckpointedCase which : quick ? CASES.subList(0, 1) : CASES) {
      KilledCase.Whole whole = KilledCase.whole(jobs, variant, which);
      KilledCase killed = KilledCase.at(HALF, whole, jobs, variant, which);
      String title = which.title();
      results.add(
          new Row("middleware: until the next process has its logs open", title, 0, "ms"),
          variant,
          MS * killed.killed().secondsToEntry());
      for (double ms : CheckpointTimes.restoredMs(killed.run())) {
        results.add(new Row("application: its state is restored", title, 0, "ms"), variant, ms);
      }
      results.add(
          new Row("all: until the rank is where it was", title, 0, "ms"),
          variant,
          MS * killed.killed().secondsToRecovery());
    }
  }
}

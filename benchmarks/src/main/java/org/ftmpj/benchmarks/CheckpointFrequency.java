package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Run time of the Game of Life by how often it takes checkpoints: figure 5.12 of MPI/FT. */
final class CheckpointFrequency implements Benchmark {
  private static final int[] SIDES = {16, 100, 250};
  private static final int[] QUICK_SIDES = {16};

  /** Generations from one checkpoint to the next; MPI/FT goes up to a frequency of 0.01. */
  private static final int[] EVERY = {5000, 1000, 500, 200, 100};

  private static final int[] QUICK_EVERY = {1000, 500};

  private static final double IN_10_000 = 10_000;

  @Override
  public String name() {
    return "frequency";
  }

  @Override
  public String title() {
    return "Game of Life, 10,000 generations on 4 ranks, with checkpoints";
  }

  @Override
  public String axis() {
    return "checkpoints of each rank in 10,000 generations (frequency times 10,000)";
  }

  @Override
  public boolean isLinear() {
    return true;
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.AWARE, Variant.TRANSPARENT);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int side : quick ? QUICK_SIDES : SIDES) {
      measure(jobs, variant, side, 0, results);
      for (int every : quick ? QUICK_EVERY : EVERY) {
        measure(jobs, variant, side, every, results);
      }
    }
  }

  private static void measure(Jobs jobs, Variant variant, int side, int every, Results results)
      throws IOException, InterruptedException {
    Run run = CheckpointedCase.life(side, every).start(jobs, variant, List.of()).await();
    String grid = side + " x " + side;
    double x = every == 0 ? 0 : IN_10_000 / every;
    String title = every == 0 ? "none" : Integer.toString((int) x);
    results.add(new Row("run time, " + grid, title, x, "s"), variant, run.seconds());
    List<CheckpointTimes> all = CheckpointTimes.of(run);
    results.add(new Row("checkpoints of all ranks, " + grid, title, 0, ""), variant, all.size());
    for (CheckpointTimes times : all) {
      results.add(new Row("pause, " + grid, title, 0, "ms"), variant, times.pauseMs());
    }
  }
}

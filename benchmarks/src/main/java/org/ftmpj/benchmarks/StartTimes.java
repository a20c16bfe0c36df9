package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Programs that do nothing: what the launcher, the agent and the event logger need to start. */
final class StartTimes implements Benchmark {
  private static final int[] RANKS = {1, 2, 4, 8};

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String title() {
    return "a program that does nothing, from the start of the launcher to its end";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int ranks : RANKS) {
      Run run = jobs.run(variant, ranks, StartAndEnd.class.getName(), List.of());
      Row row = new Row("start and end", ranks + (ranks == 1 ? " rank" : " ranks"), ranks, "s");
      results.add(row, variant, run.seconds());
    }
  }
}

package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Bytes of the heap that a rank takes for a message, MPJ Express and FTMPJ together. */
final class Allocation implements Benchmark {
  private static final int ROUND_TRIPS = 1_000;
  private static final int WARM_UP = 10;

  @Override
  public String name() {
    return "allocation";
  }

  @Override
  public String title() {
    return "heap that a rank takes to send a message and receive one, in the steady state";
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    int roundTrips = quick ? ROUND_TRIPS / 5 : ROUND_TRIPS;
    Run run =
        jobs.run(variant, 2, Allocating.class.getName(), List.of("" + roundTrips, "" + WARM_UP));
    run.lines(Allocating.PREFIX).forEach(line -> add(line, variant, results));
  }

  private static void add(String line, Variant variant, Results results) {
    int colon = line.indexOf(": ");
    int space = line.lastIndexOf(' ', colon - 1);
    int bytes = Integer.parseInt(line.substring(space + 1, colon));
    Row row = new Row(line.substring(0, space), Sizes.text(bytes), 0, "B");
    results.add(row, variant, Double.parseDouble(line.substring(colon + 2)));
  }
}

package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Messages between ranks that do not have the processors for themselves; and polls. */
final class BusyNeighbours implements Benchmark {
  private static final int[] RANKS = {2, 4};
  private static final List<String> SIZES = List.of("64", "4096", "65536");
  private static final List<String> QUICK_SIZES = List.of("64");
  private static final int MS = 1_000;
  private static final int QUICK_MS = 100;
  private static final int POLLS = 2_000_000;

  @Override
  public String name() {
    return "neighbours";
  }

  @Override
  public String title() {
    return "a message from rank to rank beside busy processes and with few processors; polls";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.STOCK, Variant.PROCESS);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (Surroundings surroundings : Surroundings.values()) {
      try (Surroundings.Here here = surroundings.arrange()) {
        if (!here.missing().isEmpty()) {
          results.note("Not measured " + surroundings.title() + ": " + here.missing());
          continue;
        }
        for (int ranks : RANKS) {
          System.err.printf("bench:   %d ranks, %s%n", ranks, surroundings.title());
          measure(jobs, variant, surroundings, here.prefix(), ranks, quick, results);
        }
      }
    }
    poll(jobs, variant, quick, results);
  }

  private static void measure(
      Jobs jobs,
      Variant variant,
      Surroundings surroundings,
      List<String> prefix,
      int ranks,
      boolean quick,
      Results results)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add("" + (quick ? QUICK_MS : MS));
    for (String pattern : List.of("named:", "any:")) {
      (quick ? QUICK_SIZES : SIZES).forEach(bytes -> arguments.add(pattern + bytes));
    }
    Run run =
        jobs.start(prefix, variant, ranks, List.of(), Relay.class.getName(), arguments).await();
    for (String line : run.lines(Relay.PREFIX)) {
      String[] parts = line.split("[: ]+");
      String source = parts[0].equals("any") ? "ANY_SOURCE and Waitany" : "named source";
      Row row =
          new Row(
              ranks + " ranks, " + surroundings.title(),
              Sizes.text(Integer.parseInt(parts[1])) + ", " + source,
              0,
              "µs");
      results.add(row, variant, Double.parseDouble(parts[2]) / 1e3);
    }
  }

  private static void poll(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    Run run =
        jobs.run(variant, 2, Polling.class.getName(), List.of("" + (quick ? POLLS / 10 : POLLS)));
    for (String line : run.lines(Polling.PREFIX)) {
      String[] parts = line.split(": ");
      Row row = new Row("a Test that finds nothing", parts[0], 0, "ns");
      results.add(row, variant, Double.parseDouble(parts[1].split(" ")[0]));
    }
  }
}

package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/** Half round trips of messages, by pattern and size. */
final class Latency implements Benchmark {
  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String title() {
    return "half round trip of a message between two ranks";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.STOCK, Variant.MULTICORE, Variant.PROCESS, Variant.HOST);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    List<String> arguments = quick ? List.of("quick") : List.of();
    Run run = jobs.run(variant, 2, PingPong.class.getName(), arguments);
    run.lines(PingPong.PREFIX).forEach(line -> add(line, variant, results));
  }

  private static void add(String line, Variant variant, Results results) {
    String[] parts = line.split(": ");
    String[] key = parts[0].split(" ");
    int bytes = Integer.parseInt(key[1]);
    String series = key[0].equals("any") ? "ANY_SOURCE and Waitany" : "named source";
    Row row = new Row(series, Sizes.text(bytes), bytes, "µs");
    for (String ns : parts[1].split(" ")) {
      results.add(row, variant, Long.parseLong(ns) / 1e3);
    }
  }
}

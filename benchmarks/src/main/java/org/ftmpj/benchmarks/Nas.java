package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.report.RankCounters;

/**
 * The NAS kernels: how long they take, and what has to be recorded (Table I of the paper, and its
 * Figure 6). A kernel times itself, without start and end; that clock, which it reads for nothing
 * else, is not recorded, so that all determinants are those of messages.
 */
final class Nas implements Benchmark {
  /** The clock by which a kernel times itself is not recorded. */
  static final List<String> NO_CLOCK = List.of("-J", "-Dft.values.clock=false");

  private static final int RANKS = 4;
  private static final int MOST_RANKS = 9;

  /** One that needs no determinants, and one that needs many. */
  private static final List<NasKernel> QUICK = List.of(NasKernel.CG, NasKernel.MG);

  @Override
  public String name() {
    return "nas";
  }

  @Override
  public String title() {
    return "NAS kernels, time of the slowest rank and what had to be recorded";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        Variant.STOCK, Variant.PROCESS, Variant.HOST, Variant.CLASSICAL, Variant.CLASSICAL_HOST);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (NasKernel kernel : quick ? QUICK : List.of(NasKernel.values())) {
      Row row = new Row("class S, " + RANKS + " ranks", kernel.name(), 0, "ms");
      measure(jobs, variant, kernel, "S", RANKS, row, results);
    }
    if (quick) {
      return;
    }
    for (NasKernel kernel : NasKernel.values()) {
      for (int ranks : kernel.ranks(1, MOST_RANKS)) {
        Row row =
            new Row(kernel + ", class W", ranks + (ranks == 1 ? " rank" : " ranks"), ranks, "ms");
        measure(jobs, variant, kernel, "W", ranks, row, results);
      }
    }
  }

  private static void measure(
      Jobs jobs,
      Variant variant,
      NasKernel kernel,
      String size,
      int ranks,
      Row row,
      Results results)
      throws IOException, InterruptedException {
    try (RetainedJob job = new RetainedJob(jobs.scratch())) {
      List<String> options = new ArrayList<>();
      if (variant != Variant.STOCK) {
        options.addAll(job.options());
        options.addAll(NO_CLOCK);
      }
      Run run = jobs.start(variant, ranks, options, kernel.main(), kernel.arguments(size)).await();
      kernel.computed(run, size);
      results.add(row, variant, NasKernel.milliseconds(run.lines(NasKernel.TIME).get(0)));
      if (variant != Variant.STOCK && ranks == RANKS) {
        count(
            job.counters(ranks),
            variant,
            kernel.name(),
            "class " + size + ", " + RANKS + " ranks",
            results);
      }
    }
  }

  private static void count(
      RankCounters counters, Variant variant, String kernel, String series, Results results) {
    results.add(new Row("messages, " + series, kernel, 0, ""), variant, counters.messages());
    results.add(
        new Row("determinants logged, " + series, kernel, 0, ""), variant, counters.determinants());
    results.add(
        new Row("determinants in 100 messages, " + series, kernel, 0, "%"),
        variant,
        100.0 * counters.determinants() / counters.messages());
  }
}

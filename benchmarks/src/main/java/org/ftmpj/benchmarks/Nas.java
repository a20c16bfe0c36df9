package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.RankCounters;

/**
 * The NAS kernels: how long they take, and what has to be recorded (Table I of the paper, and its
 * Figure 6). A kernel times itself, without start and end; that clock, which it reads for nothing
 * else, is not recorded, so that all determinants are those of messages.
 */
final class Nas implements Benchmark {
  private static final String VERIFIED = "VERIFICATION SUCCESSFUL";
  private static final String TIME = "time: ";
  private static final int RANKS = 4;

  private static final List<String> KERNELS =
      List.of("BT", "CG", "EP", "FT", "IS", "LU", "MG", "SP");

  /** One that needs no determinants, and one that needs many. */
  private static final List<String> QUICK = List.of("CG", "MG");

  /** They run on square numbers of ranks. */
  private static final List<String> SQUARE = List.of("BT", "SP");

  private static final int[] SQUARES = {1, 4, 9};

  /** MG does not run on more. */
  private static final int[] POWERS_OF_TWO = {1, 2, 4, 8};

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
    for (String kernel : quick ? QUICK : KERNELS) {
      Row row = new Row("class S, " + RANKS + " ranks", kernel, 0, "ms");
      measure(jobs, variant, kernel, "S", RANKS, row, results);
    }
    if (quick) {
      return;
    }
    for (String kernel : KERNELS) {
      for (int ranks : SQUARE.contains(kernel) ? SQUARES : POWERS_OF_TWO) {
        Row row =
            new Row(kernel + ", class W", ranks + (ranks == 1 ? " rank" : " ranks"), ranks, "ms");
        measure(jobs, variant, kernel, "W", ranks, row, results);
      }
    }
  }

  private static void measure(
      Jobs jobs, Variant variant, String kernel, String size, int ranks, Row row, Results results)
      throws IOException, InterruptedException {
    try (KeptJob job = new KeptJob(jobs.scratch())) {
      List<String> options = new ArrayList<>();
      if (variant != Variant.STOCK) {
        options.addAll(job.options());
        options.addAll(List.of("-J", "-Dft.values.clock=false"));
      }
      Run run = jobs.start(variant, ranks, options, main(kernel), List.of(size, "--time")).await();
      run.lines(VERIFIED);
      results.add(row, variant, milliseconds(run.lines(TIME).get(0)));
      if (variant != Variant.STOCK && ranks == RANKS) {
        count(
            job.counters(ranks),
            variant,
            kernel,
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

  /** Of {@code 0.123 s, 456.78 Mop/s}. */
  static double milliseconds(String time) {
    int end = time.indexOf(" s,");
    if (end < 0) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, "'" + time + "' is no time of a kernel");
    }
    return 1000 * Double.parseDouble(time.substring(0, end));
  }

  private static String main(String kernel) {
    String lower = kernel.toLowerCase(Locale.ROOT);
    return "org.ftmpj.samples.nas." + lower + "." + kernel.charAt(0) + lower.substring(1);
  }
}

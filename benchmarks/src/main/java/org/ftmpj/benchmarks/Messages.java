package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * How many messages all ranks together exchange with their neighbours, and what logs hold of it.
 */
final class Messages implements Benchmark {
  private static final int[] RANKS = {2, 4, 8, 16};
  private static final int[] QUICK = {2};
  private static final int BYTES = 64;
  private static final int ROUNDS = 100_000;

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public String title() {
    return "messages of " + BYTES + " bytes between neighbours in a ring of ranks";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.STOCK, Variant.PROCESS, Variant.HOST, Variant.CLASSICAL);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (String source : List.of("named", "any")) {
      for (int ranks : quick ? QUICK : RANKS) {
        int rounds = (quick ? ROUNDS / 10 : ROUNDS) / ranks;
        measure(jobs, variant, source, ranks, rounds, results);
      }
    }
  }

  private static void measure(
      Jobs jobs, Variant variant, String source, int ranks, int rounds, Results results)
      throws IOException, InterruptedException {
    String sources = source.equals("any") ? ", from any source" : ", by name";
    String title = ranks + " ranks";
    try (RetainedJob job = new RetainedJob(jobs.scratch())) {
      Run run =
          jobs.start(
                  variant,
                  ranks,
                  variant == Variant.STOCK ? List.of() : job.options(),
                  Neighbours.class.getName(),
                  List.of("" + rounds, "" + BYTES, source))
              .await();
      double perSecond = perSecond(run.lines(Neighbours.PREFIX).get(0));
      results.add(new Row("messages per second" + sources, title, ranks, "/s"), variant, perSecond);
      if (variant != Variant.STOCK) {
        double messages = job.counters(ranks).messages();
        results.add(
            new Row("disk space of the channel logs for a message" + sources, title, 0, "B"),
            variant,
            job.channelBytes() / messages);
        results.add(
            new Row("bytes of determinants for a message" + sources, title, 0, "B"),
            variant,
            job.counters(ranks).determinantBytes() / messages);
      }
    }
  }

  /** Of {@code MESSAGES NS}. */
  static double perSecond(String line) {
    String[] parts = line.split(" ");
    return Long.parseLong(parts[0]) / (Long.parseLong(parts[1]) / 1e9);
  }
}

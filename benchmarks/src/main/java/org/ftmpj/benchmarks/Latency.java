package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Half round trips of messages, by pattern and size: in the second half of the batches, and, to see
 * whether that is the steady state, in the first ones.
 */
final class Latency implements Benchmark {
  private static final String NAMED = "named source";
  private static final String AT_FIRST = ", the first eighth of the messages";

  /** What part of the batches that is. */
  private static final int BEGIN = 8;

  private static final String TIMES = NAMED + ", times C Open MPI";

  private final Optional<OpenMpi> openMpi;

  /**
   * @param openMpi to measure, too
   */
  Latency(Optional<OpenMpi> openMpi) {
    this.openMpi = openMpi;
  }

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String title() {
    return "half round trip of a message between two ranks";
  }

  @Override
  public String axis() {
    return "size of a message";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        Variant.STOCK,
        Variant.MULTICORE,
        Variant.PROCESS,
        Variant.HOST,
        Variant.QUORUM,
        Variant.CLASSICAL,
        Variant.CLASSICAL_HOST,
        Variant.OPEN_MPI);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    if (variant == Variant.OPEN_MPI) {
      measureOpenMpi(jobs, quick, results);
      return;
    }
    List<String> arguments = quick ? List.of("quick") : List.of();
    Run run = jobs.run(variant, 2, PingPong.class.getName(), arguments);
    run.lines(PingPong.PREFIX).forEach(line -> add(line, variant, results));
  }

  private void measureOpenMpi(Jobs jobs, boolean quick, Results results)
      throws IOException, InterruptedException {
    if (openMpi.isEmpty()) {
      results.note(OpenMpi.MISSING);
      return;
    }
    for (PingPong.Size size : PingPong.sizes(quick)) {
      double us = openMpi.get().halfRoundTripUs(size, jobs.scratch());
      results.add(row(NAMED, size.bytes()), Variant.OPEN_MPI, us);
    }
  }

  private static void add(String line, Variant variant, Results results) {
    String[] parts = line.split(": ");
    String[] key = parts[0].split(" ");
    int bytes = Integer.parseInt(key[1]);
    String series = key[0].equals("any") ? "ANY_SOURCE and Waitany" : NAMED;
    double[] us =
        Arrays.stream(parts[1].split(" ")).mapToDouble(ns -> Long.parseLong(ns) / 1e3).toArray();
    int half = us.length / 2;
    Arrays.stream(us, half, us.length).forEach(v -> results.add(row(series, bytes), variant, v));
    // How it comes to the steady state.
    int begin = Math.max(1, us.length / BEGIN);
    Row atFirst = row(series + AT_FIRST, bytes);
    Arrays.stream(us, 0, begin).forEach(v -> results.add(atFirst, variant, v));
  }

  private static Row row(String series, int bytes) {
    return new Row(series, Sizes.text(bytes), bytes, "µs");
  }

  @Override
  public void complete(Results results) {
    results.timesOf(
        Variant.OPEN_MPI, NAMED, TIMES, List.of(Variant.PROCESS, Variant.HOST, Variant.CLASSICAL));
  }
}

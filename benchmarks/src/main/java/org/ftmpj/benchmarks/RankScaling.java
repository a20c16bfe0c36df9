package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.benchmarks.ranks.Pattern;
import org.ftmpj.benchmarks.ranks.SimulatedRanks;

/**
 * What a message costs in jobs of more ranks than this machine has room for: all ranks of a job are
 * simulated in one thread of a process of its own. MPJ Express is not in it.
 */
final class RankScaling implements Benchmark {
  private static final int[] RANKS = {2, 4, 8, 16, 32, 64, 128, 256};
  private static final int[] QUICK = {2, 64};
  private static final int MESSAGES = 200_000;

  @Override
  public String name() {
    return "ranks";
  }

  @Override
  public String title() {
    return "a message of 64 bytes in a job of 2 to 256 ranks, all simulated in one thread";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.PROTOCOL, Variant.LOGS);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (Pattern pattern : Pattern.values()) {
      for (int ranks : quick ? QUICK : RANKS) {
        int messages = quick ? MESSAGES / 10 : MESSAGES;
        run(jobs, variant, pattern, ranks, messages)
            .out()
            .forEach(line -> add(line, pattern, ranks, variant, results));
      }
    }
  }

  private static Run run(Jobs jobs, Variant variant, Pattern pattern, int ranks, int messages)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Jobs.java()));
    command.addAll(Jobs.partsOptions());
    command.addAll(List.of("-Xmx1g", "-cp", jobs.benchmarksJar(), SimulatedRanks.class.getName()));
    command.addAll(List.of(pattern.name(), "" + ranks, "" + messages));
    Path logs = Files.createDirectories(jobs.scratch().resolve("ranks"));
    try {
      if (variant == Variant.LOGS) {
        command.add(logs.toString());
      }
      String what = ranks + " simulated ranks, " + pattern.title() + ", " + variant.title();
      return Running.start(what, command, jobs.scratch()).await();
    } finally {
      Trees.delete(logs);
    }
  }

  /** Of {@code NAME=VALUE}. */
  private static void add(
      String line, Pattern pattern, int ranks, Variant variant, Results results) {
    String[] parts = line.split("=");
    String title = ranks + " ranks";
    Row row =
        switch (parts[0]) {
          case "ns" -> new Row("time of a message, " + pattern.title(), title, ranks, "ns");
          case "determinants" ->
              new Row("determinants of a message, " + pattern.title(), title, 0, "B");
          case "allocated" -> new Row("allocated for a message, " + pattern.title(), title, 0, "B");
          default -> throw new IllegalStateException(line);
        };
    results.add(row, variant, Double.parseDouble(parts[1]));
  }
}

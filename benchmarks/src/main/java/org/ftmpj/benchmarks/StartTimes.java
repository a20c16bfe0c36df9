package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A program that waits: what the launcher, the agent and the event logger need to start, and what
 * they take of the host then, by the number of ranks.
 */
final class StartTimes implements Benchmark {
  static final List<Integer> RANKS = List.of(1, 8, 32, 64);

  private static final int TURNS = 3;
  private static final int MOST_QUICK = 8;
  private static final long LOOK_MS = 5;
  private static final double MB = 1e6;

  private static final String START = "start, until all ranks have left MPI.Init";
  private static final String END = "end, from then on";
  private static final String MEMORY = "memory of a rank (PSS)";
  private static final String DESCRIPTORS = "descriptors of a rank";
  private static final String PROCESSOR = "processor time of a rank's start";
  private static final String DISK = "disk space";
  private static final String APPARENT = "lengths of all files";

  private final List<Integer> numbers;

  /**
   * @param numbers of ranks
   */
  StartTimes(List<Integer> numbers) {
    this.numbers = List.copyOf(numbers);
  }

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String title() {
    return "a program that waits, when all of its ranks have started";
  }

  @Override
  public String axis() {
    return "ranks";
  }

  @Override
  public int turns() {
    return TURNS;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int ranks : numbers) {
      if (!quick || ranks <= MOST_QUICK) {
        measure(jobs, variant, ranks, results);
      }
    }
  }

  private static void measure(Jobs jobs, Variant variant, int ranks, Results results)
      throws IOException, InterruptedException {
    Path end = jobs.scratch().resolve("end");
    Files.deleteIfExists(end);
    String main = StandBy.class.getName();
    Running running = jobs.start(variant, ranks, List.of(), main, List.of(end.toString()));
    while (running.printed() < ranks && running.isAlive()) {
      Thread.sleep(LOOK_MS);
    }
    results.add(row(START, ranks, "s"), variant, running.seconds());
    if (running.isAlive()) {
      addFootprints(RankFootprint.ranks(running.pid(), main), variant, ranks, results);
    }
    double before = running.seconds();
    Files.createFile(end);
    results.add(row(END, ranks, "s"), variant, running.await().seconds() - before);
  }

  private static void addFootprints(
      List<ProcessHandle> processes, Variant variant, int ranks, Results results)
      throws IOException, InterruptedException {
    if (processes.size() != ranks) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED, "of " + ranks + " ranks " + processes.size() + " were found");
    }
    List<RankFootprint> all = new ArrayList<>();
    for (ProcessHandle process : processes) {
      all.add(RankFootprint.of(process));
    }
    double memory = all.stream().mapToLong(RankFootprint::memory).average().orElseThrow();
    double descriptors = all.stream().mapToInt(RankFootprint::descriptors).average().orElseThrow();
    double processor = all.stream().mapToDouble(RankFootprint::processor).average().orElseThrow();
    results.add(row(MEMORY, ranks, "MB"), variant, memory / MB);
    results.add(row(DESCRIPTORS, ranks, ""), variant, descriptors);
    results.add(row(PROCESSOR, ranks, "s"), variant, processor);
    Optional<Path> directory = RankFootprint.jobDirectory(processes.get(0));
    if (directory.isPresent()) {
      results.add(row(DISK, ranks, "MB"), variant, DiskSpace.taken(directory.get()) / MB);
      results.add(row(APPARENT, ranks, "MB"), variant, DiskSpace.apparent(directory.get()) / MB);
    }
  }

  private static Row row(String series, int ranks, String unit) {
    return new Row(series, ranks + (ranks == 1 ? " rank" : " ranks"), ranks, unit);
  }

  /** Tells what grows with the ranks, what with their pairs, and what not at all. */
  @Override
  public void complete(Results results) {
    for (String series : results.series()) {
      List<Row> rows = results.rows(series).stream().filter(row -> row.x() > 1).toList();
      if (rows.size() > 1) {
        results.note(growth(series, rows.get(0), rows.get(rows.size() - 1), results));
      }
    }
  }

  private static String growth(String series, Row from, Row to, Results results) {
    double ranks = to.x() / from.x();
    double pairs = to.x() * (to.x() - 1) / (from.x() * (from.x() - 1));
    return String.format(
            Locale.ROOT,
            "Growth from %s to %s, %.1f times the ranks and %.1f times the pairs of ranks: %s ",
            from.title(),
            to.title(),
            ranks,
            pairs,
            series)
        + results.variants(series).stream()
            .map(variant -> times(variant, from, to, results))
            .collect(Collectors.joining(", "));
  }

  private static String times(Variant variant, Row from, Row to, Results results) {
    double less = results.of(from, variant).orElseThrow().median();
    double more = results.of(to, variant).orElseThrow().median();
    return String.format(Locale.ROOT, "%.2f times (%s)", more / less, variant.title());
  }
}

package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page that shows results, with the plots and the figures it is made of beside it. */
final class Report {
  private final Path directory;

  /**
   * @param directory is there
   */
  Report(Path directory) {
    this.directory = directory;
  }

  /** Writes all files; returns the page. */
  String write(Map<Benchmark, Results> all) throws IOException {
    StringBuilder page = new StringBuilder("# Benchmarks\n\n");
    page.append(
        String.format(
            Locale.ROOT,
            "Java %s, %d processors, %s %s; all variants in turns; medians.%n",
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version")));
    for (Map.Entry<Benchmark, Results> one : all.entrySet()) {
      Results results = one.getValue();
      page.append("\n## ").append(heading(one.getKey())).append("\n\n");
      page.append(Tables.markdown(results));
      results.notes().forEach(note -> page.append('\n').append(note).append(".\n"));
      for (String series : plotted(results)) {
        String file = one.getKey().name() + "-" + series.replaceAll("[^A-Za-z0-9]+", "-") + ".svg";
        Files.writeString(
            directory.resolve(file),
            LinePlot.of(
                heading(one.getKey()),
                one.getKey().axis(),
                one.getKey().isLinear(),
                series,
                results));
        page.append("\n![").append(series).append("](").append(file).append(")\n");
      }
    }
    Files.writeString(directory.resolve("report.md"), page);
    Files.writeString(directory.resolve("results.json"), Tables.json(all));
    Files.writeString(directory.resolve("results.csv"), Tables.csv(all));
    return page.toString();
  }

  private static String heading(Benchmark benchmark) {
    return benchmark.title().substring(0, 1).toUpperCase(Locale.ROOT)
        + benchmark.title().substring(1);
  }

  /** Series of which at least two rows have a place on a horizontal axis. */
  static List<String> plotted(Results results) {
    return results.series().stream()
        .filter(series -> results.rows(series).stream().filter(row -> row.x() > 0).count() > 1)
        .toList();
  }
}

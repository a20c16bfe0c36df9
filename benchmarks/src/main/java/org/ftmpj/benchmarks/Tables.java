package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Results as text. */
final class Tables {
  private Tables() {}

  /** Medians, and what part they are of the first variant's; a table for each series. */
  static String markdown(Results results) {
    StringBuilder text = new StringBuilder();
    String series = null;
    for (Row row : results.rows()) {
      if (!row.series().equals(series)) {
        text.append(series == null ? "" : "\n");
        series = row.series();
        text.append(head(series, results.variants()));
      }
      text.append(line(row, results));
    }
    return text.toString();
  }

  private static String head(String series, Set<Variant> variants) {
    StringBuilder text = new StringBuilder("| " + series + " |");
    StringBuilder rule = new StringBuilder("|---|");
    boolean first = true;
    for (Variant variant : variants) {
      text.append(' ').append(variant.title()).append(" |").append(first ? "" : " ratio |");
      rule.append("---:|").append(first ? "" : "---:|");
      first = false;
    }
    return text + "\n" + rule + "\n";
  }

  private static String line(Row row, Results results) {
    StringBuilder text = new StringBuilder("| " + row.title() + " |");
    boolean first = true;
    for (Variant variant : results.variants()) {
      text.append(
          results
              .of(row, variant)
              .map(s -> String.format(Locale.ROOT, " %.2f %s |", s.median(), row.unit()))
              .orElse(" |"));
      if (!first) {
        text.append(
            results
                .ratio(row, variant)
                .map(ratio -> String.format(Locale.ROOT, " %.2f |", ratio))
                .orElse(" |"));
      }
      first = false;
    }
    return text + "\n";
  }

  /** Everything with percentiles, for machines. */
  static String json(Map<Benchmark, Results> all) {
    List<String> lines = new ArrayList<>();
    all.forEach(
        (benchmark, results) -> {
          for (Row row : results.rows()) {
            for (Variant variant : results.variants()) {
              results
                  .of(row, variant)
                  .ifPresent(s -> lines.add(json(benchmark, row, variant, s, results)));
            }
          }
        });
    return "[\n  " + String.join(",\n  ", lines) + "\n]\n";
  }

  private static String json(
      Benchmark benchmark, Row row, Variant variant, Results.Summary summary, Results results) {
    String ratio =
        results.ratio(row, variant).map(r -> String.format(Locale.ROOT, "%.4f", r)).orElse("1");
    return String.format(
        Locale.ROOT,
        "{\"benchmark\": \"%s\", \"series\": \"%s\", \"row\": \"%s\", \"variant\": \"%s\","
            + " \"unit\": \"%s\", \"number\": %d, \"p10\": %.4f, \"median\": %.4f, \"p90\": %.4f,"
            + " \"ratio\": %s}",
        benchmark.name(),
        row.series(),
        row.title(),
        variant.name().toLowerCase(Locale.ROOT),
        row.unit(),
        summary.number(),
        summary.p10(),
        summary.median(),
        summary.p90(),
        ratio);
  }
}

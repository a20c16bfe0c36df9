package org.ftmpj.benchmarks;

import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results as text. */
final class Tables {
  private static final double LARGE = 10_000;

  private Tables() {}

  /**
   * Medians, and what part they are of the first variant's; a table for each series, of the
   * variants that it has.
   */
  static String markdown(Results results) {
    return results.series().stream()
        .map(series -> table(series, results))
        .collect(Collectors.joining("\n"));
  }

  private static String table(String series, Results results) {
    Set<Variant> variants = results.variants(series);
    boolean compared = variants.contains(results.variants().iterator().next());
    StringBuilder text = new StringBuilder(head(series, variants, compared));
    for (Row row : results.rows(series)) {
      text.append(line(row, variants, compared, results));
    }
    return text.toString();
  }

  private static String head(String series, Set<Variant> variants, boolean compared) {
    StringBuilder text = new StringBuilder("| " + series + " |");
    StringBuilder rule = new StringBuilder("|---|");
    boolean first = true;
    for (Variant variant : variants) {
      boolean ratio = compared && !first;
      text.append(' ').append(variant.title()).append(" |").append(ratio ? " ratio |" : "");
      rule.append("---:|").append(ratio ? "---:|" : "");
      first = false;
    }
    return text + "\n" + rule + "\n";
  }

  private static String line(Row row, Set<Variant> variants, boolean compared, Results results) {
    StringBuilder text = new StringBuilder("| " + row.title() + " |");
    boolean first = true;
    for (Variant variant : variants) {
      text.append(
          results.of(row, variant).map(s -> " " + value(s.median(), row) + " |").orElse(" |"));
      if (compared && !first) {
        text.append(' ').append(ratio(row, variant, results)).append("|");
      }
      first = false;
    }
    return text + "\n";
  }

  /** With the 10th and 90th percentile of the ratios of single turns, if there are several. */
  private static String ratio(Row row, Variant variant, Results results) {
    String ratio =
        results.ratio(row, variant).map(one -> String.format(Locale.ROOT, "%.2f ", one)).orElse("");
    return ratio
        + results
            .ratios(row, variant)
            .map(all -> String.format(Locale.ROOT, "(%.2f-%.2f) ", all.p10(), all.p90()))
            .orElse("");
  }

  /** Counts are whole numbers; large numbers are shown without a fraction. */
  private static String value(double value, Row row) {
    if (row.unit().isEmpty() || value >= LARGE) {
      return String.format(Locale.ROOT, "%,.0f %s", value, row.unit()).strip();
    }
    return String.format(Locale.ROOT, "%.2f %s", value, row.unit());
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
                  .ifPresent(s -> lines.add(json(benchmark, row, variant, s, results).toString()));
            }
          }
        });
    return "[\n  " + String.join(",\n  ", lines) + "\n]\n";
  }

  private static JsonObject json(
      Benchmark benchmark, Row row, Variant variant, Results.Summary summary, Results results) {
    JsonObject line = new JsonObject();
    line.addProperty("benchmark", benchmark.name());
    line.addProperty("series", row.series());
    line.addProperty("row", row.title());
    line.addProperty("variant", variant.name().toLowerCase(Locale.ROOT));
    line.addProperty("unit", row.unit());
    line.addProperty("number", summary.number());
    line.addProperty("p10", rounded(summary.p10()));
    line.addProperty("median", rounded(summary.median()));
    line.addProperty("p90", rounded(summary.p90()));
    line.addProperty("ratio", rounded(results.ratio(row, variant).orElse(1.0)));
    return line;
  }

  /**
   * Everything as comma-separated values: with percentiles, and those of the ratios of single
   * turns, if there are several.
   */
  static String csv(Map<Benchmark, Results> all) {
    StringBuilder text =
        new StringBuilder(
            "benchmark,series,row,x,variant,unit,number,p10,median,p90,ratio,ratio p10,ratio p90\n");
    all.forEach(
        (benchmark, results) -> {
          for (Row row : results.rows()) {
            for (Variant variant : results.variants(row.series())) {
              results
                  .of(row, variant)
                  .ifPresent(s -> text.append(csv(benchmark, row, variant, s, results)));
            }
          }
        });
    return text.toString();
  }

  private static String csv(
      Benchmark benchmark, Row row, Variant variant, Results.Summary summary, Results results) {
    List<String> cells = new ArrayList<>();
    Stream.of(benchmark.name(), row.series(), row.title()).map(Tables::quoted).forEach(cells::add);
    cells.add(rounded(row.x()).toString());
    Stream.of(variant.title(), row.unit()).map(Tables::quoted).forEach(cells::add);
    cells.add("" + summary.number());
    Stream.of(summary.p10(), summary.median(), summary.p90())
        .forEach(value -> cells.add(rounded(value).toString()));
    cells.add(results.ratio(row, variant).map(one -> rounded(one).toString()).orElse(""));
    Optional<Results.Summary> ratios = results.ratios(row, variant);
    cells.add(ratios.map(all -> rounded(all.p10()).toString()).orElse(""));
    cells.add(ratios.map(all -> rounded(all.p90()).toString()).orElse(""));
    return String.join(",", cells) + "\n";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP);
  }
}

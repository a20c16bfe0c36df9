package org.ftmpj.benchmarks;

import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP);
  }
}

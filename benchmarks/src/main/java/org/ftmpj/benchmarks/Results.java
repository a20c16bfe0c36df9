package org.ftmpj.benchmarks;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Half round trips of all runs, by variant, pattern and size. */
final class Results {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<Key, Map<Variant, Histogram>> histograms = new LinkedHashMap<>();

  /** Takes a line that {@link PingPong} printed; returns whether it was a line of results. */
  boolean add(Variant variant, String line) {
    if (!line.startsWith(PingPong.PREFIX)) {
      return false;
    }
    String[] parts = line.substring(PingPong.PREFIX.length()).split(":");
    String[] key = parts[0].split(" ");
    Histogram histogram =
        histograms
            .computeIfAbsent(
                new Key(key[0], Integer.parseInt(key[1])), any -> new EnumMap<>(Variant.class))
            .computeIfAbsent(variant, any -> new Histogram(SIGNIFICANT_DIGITS));
    for (String ns : parts[1].strip().split(" ")) {
      histogram.recordValue(Long.parseLong(ns));
    }
    return true;
  }

  private static double medianUs(Histogram histogram) {
    return histogram.getValueAtPercentile(50) / 1000.0;
  }

  private static double ratio(Map<Variant, Histogram> row, Variant variant) {
    return medianUs(row.get(variant)) / medianUs(row.get(Variant.STOCK));
  }

  /** Medians and their ratios to stock, as a table. */
  String markdown() {
    StringBuilder text = new StringBuilder("| half round trip, median | ");
    for (Variant variant : Variant.values()) {
      text.append(variant.title()).append(" | ");
      if (variant != Variant.STOCK) {
        text.append("of stock | ");
      }
    }
    text.append("\n|---|").append("---:|".repeat(2 * Variant.values().length - 1)).append('\n');
    histograms.forEach((key, row) -> text.append(markdown(key, row)));
    return text.toString();
  }

  private static String markdown(Key key, Map<Variant, Histogram> row) {
    StringBuilder text = new StringBuilder("| " + key.title() + " | ");
    row.forEach(
        (variant, histogram) -> {
          text.append(String.format(Locale.ROOT, "%.2f µs | ", medianUs(histogram)));
          if (variant != Variant.STOCK) {
            text.append(String.format(Locale.ROOT, "%.3f | ", ratio(row, variant)));
          }
        });
    return text.toString().stripTrailing() + "\n";
  }

  /** The same with percentiles, for machines. */
  String json() {
    return histograms.entrySet().stream()
        .flatMap(
            key ->
                key.getValue().entrySet().stream()
                    .map(row -> json(key.getKey(), row.getKey(), key.getValue())))
        .collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
  }

  private static String json(Key key, Variant variant, Map<Variant, Histogram> row) {
    Histogram histogram = row.get(variant);
    return String.format(
        Locale.ROOT,
        "{\"pattern\": \"%s\", \"bytes\": %d, \"variant\": \"%s\", \"batches\": %d,"
            + " \"p10Us\": %.3f, \"medianUs\": %.3f, \"p90Us\": %.3f, \"ofStock\": %.4f}",
        key.pattern(),
        key.bytes(),
        variant.name().toLowerCase(Locale.ROOT),
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(10) / 1000.0,
        medianUs(histogram),
        histogram.getValueAtPercentile(90) / 1000.0,
        ratio(row, variant));
  }
}

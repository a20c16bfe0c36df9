package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What was measured, of each row in each variant; rows in the order in which they came. */
final class Results {
  private final Map<Row, Map<Variant, List<Double>>> values = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * Some measurements of the same thing, told by percentiles, in the row's unit.
   *
   * @param number how many there are
   */
  record Summary(int number, double p10, double median, double p90) {
    private static Summary of(List<Double> values) {
      List<Double> sorted = new ArrayList<>(values);
      Collections.sort(sorted);
      return new Summary(sorted.size(), at(sorted, 0.1), at(sorted, 0.5), at(sorted, 0.9));
    }

    private static double at(List<Double> sorted, double fraction) {
      double place = fraction * (sorted.size() - 1);
      int below = (int) place;
      int above = Math.min(below + 1, sorted.size() - 1);
      return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }
  }

  void add(Row row, Variant variant, double value) {
    values
        .computeIfAbsent(row, any -> new LinkedHashMap<>())
        .computeIfAbsent(variant, any -> new ArrayList<>())
        .add(value);
  }

  /** Something to be read with the results; once is enough. */
  void note(String text) {
    notes.add(text);
  }

  Set<String> notes() {
    return notes;
  }

  List<Row> rows() {
    return List.copyOf(values.keySet());
  }

  /** The rows of a series. */
  List<Row> rows(String series) {
    return values.keySet().stream().filter(row -> row.series().equals(series)).toList();
  }

  /** All series, in the order in which they came first. */
  Set<String> series() {
    Set<String> all = new LinkedHashSet<>();
    values.keySet().forEach(row -> all.add(row.series()));
    return all;
  }

  /** All variants that occur, in the order in which they came first. */
  Set<Variant> variants() {
    Set<Variant> all = new LinkedHashSet<>();
    values.values().forEach(row -> all.addAll(row.keySet()));
    return all;
  }

  /** Those that occur in a series. */
  Set<Variant> variants(String series) {
    Set<Variant> all = new LinkedHashSet<>();
    rows(series).forEach(row -> all.addAll(values.get(row).keySet()));
    return all;
  }

  Optional<Summary> of(Row row, Variant variant) {
    return Optional.ofNullable(values.getOrDefault(row, Map.of()).get(variant)).map(Summary::of);
  }

  /**
   * The median as a fraction of the first variant's; empty for that one itself, and if that is 0.
   */
  Optional<Double> ratio(Row row, Variant variant) {
    Variant first = variants().iterator().next();
    if (variant == first) {
      return Optional.empty();
    }
    return of(row, first)
        .filter(base -> base.median() != 0)
        .flatMap(base -> of(row, variant).map(s -> s.median() / base.median()));
  }

  /**
   * The same of each measurement and the first variant's of the same turn: how far the ratio can be
   * relied on. Empty if not both were measured equally often, and more than once.
   */
  Optional<Summary> ratios(Row row, Variant variant) {
    Variant first = variants().iterator().next();
    List<Double> own = list(row, variant);
    List<Double> base = list(row, first);
    if (variant == first || own.size() < 2 || own.size() != base.size() || base.contains(0.0)) {
      return Optional.empty();
    }
    return Optional.of(
        Summary.of(
            IntStream.range(0, own.size()).mapToObj(i -> own.get(i) / base.get(i)).toList()));
  }

  private List<Double> list(Row row, Variant variant) {
    return values.getOrDefault(row, Map.of()).getOrDefault(variant, List.of());
  }

  /**
   * Adds rows of what is left when something that is part of each run is taken off, by medians.
   *
   * @param part measured in the same unit
   */
  void without(Row part, String series) {
    for (Row row : rows()) {
      if (row.series().equals(part.series()) && !row.equals(part)) {
        Row rest = new Row(series, row.title(), row.x(), row.unit());
        values
            .get(row)
            .forEach(
                (variant, list) ->
                    of(part, variant)
                        .ifPresent(s -> list.forEach(v -> add(rest, variant, v - s.median()))));
      }
    }
  }

  /**
   * Adds rows of what the values of some variants are in terms of another's median, if that one was
   * measured.
   */
  void timesOf(Variant unit, String series, String times, List<Variant> variants) {
    for (Row row : rows(series)) {
      of(row, unit)
          .ifPresent(
              s -> {
                Row compared = new Row(times, row.title(), row.x(), "times");
                for (Variant variant : variants) {
                  values
                      .get(row)
                      .getOrDefault(variant, List.of())
                      .forEach(v -> add(compared, variant, v / s.median()));
                }
              });
    }
  }

  /** Adds rows of what part all of a series are of one of them, by medians. */
  void partsOf(Row whole, String series) {
    for (Row row : rows(whole.series())) {
      if (!row.equals(whole)) {
        Row part = new Row(series, row.title(), row.x(), "times");
        values
            .get(row)
            .forEach(
                (variant, list) ->
                    of(whole, variant)
                        .ifPresent(s -> list.forEach(v -> add(part, variant, v / s.median()))));
      }
    }
  }
}

package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A series as a picture in SVG, a line for each variant, both axes logarithmic. Written by hand: a
 * plotting library needs fonts and a display's libraries, which a server's Java does without.
 */
final class LinePlot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 440;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 80;
  private static final int LEGEND = 4;
  private static final int LEGEND_WIDTH = 178;
  private static final int LEGEND_HEIGHT = 20;

  /** Told apart without colours, too: by the dashes. */
  private static final String[] COLOURS = {
    "#555555", "#0063b0", "#c4520c", "#2a7a2a", "#8a3ca0", "#a08000", "#b01030"
  };

  private static final String[] DASHES = {"", "", "7 4", "2 3", "7 4 2 4", "12 3", ""};

  private final List<Row> rows;
  private final Set<Variant> variants;
  private final Results results;
  private final StringBuilder svg = new StringBuilder();
  private final int highest;
  private final int lowest;

  private LinePlot(List<Row> rows, Set<Variant> variants, Results results) {
    this.rows = rows;
    this.variants = variants;
    this.results = results;
    List<Double> medians = new ArrayList<>();
    for (Row row : rows) {
      variants.forEach(v -> median(row, v).ifPresent(medians::add));
    }
    lowest = decade(medians.stream().mapToDouble(Double::doubleValue).min().orElse(1));
    highest = decade(medians.stream().mapToDouble(Double::doubleValue).max().orElse(1)) + 1;
  }

  /** Without the rows that have no place on the horizontal axis. */
  static String of(String series, Results results) {
    List<Row> rows = results.rows(series).stream().filter(row -> row.x() > 0).toList();
    return new LinePlot(rows, results.variants(series), results).draw(series);
  }

  /** None if it is 0, which a logarithmic axis does not have. */
  private Optional<Double> median(Row row, Variant variant) {
    return results.of(row, variant).map(Results.Summary::median).filter(m -> m > 0);
  }

  private static int decade(double value) {
    return (int) Math.floor(Math.log10(value));
  }

  private String draw(String title) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"12\""
            + " font-family=\"sans-serif\">",
        WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    text(WIDTH / 2.0, 22, "middle", title + ", " + rows.get(0).unit());
    for (int decade = lowest; decade <= highest; decade++) {
      double value = Math.pow(10, decade);
      rule(LEFT, y(value), WIDTH - RIGHT, y(value));
      text(LEFT - 8, y(value) + 4, "end", String.format(Locale.ROOT, "%,.10g", value));
    }
    for (Row row : rows) {
      rule(x(row), TOP, x(row), HEIGHT - BOTTOM);
      text(x(row), HEIGHT - BOTTOM + 18, "middle", row.title());
    }
    int line = 0;
    for (Variant variant : variants) {
      line(variant, line++);
    }
    add("</svg>");
    return svg.toString();
  }

  private void line(Variant variant, int number) {
    StringBuilder points = new StringBuilder();
    for (Row row : rows) {
      median(row, variant)
          .ifPresent(m -> points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(row), y(m))));
    }
    String style =
        String.format(
            "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"",
            COLOURS[number % COLOURS.length], DASHES[number % DASHES.length]);
    add("<polyline points=\"%s\" %s/>", points.toString().strip(), style);
    double legend = LEFT + 16 + number % LEGEND * (double) LEGEND_WIDTH;
    int below = HEIGHT - 38 + number / LEGEND * LEGEND_HEIGHT;
    add(
        "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" %s/>",
        legend, below, legend + 30, below, style);
    text(legend + 36, below + 4, "start", variant.title());
  }

  private double x(Row row) {
    double first = Math.log(rows.get(0).x());
    double last = Math.log(rows.get(rows.size() - 1).x());
    double room = WIDTH - LEFT - RIGHT - 40.0;
    return LEFT + 20 + (last == first ? 0 : room * (Math.log(row.x()) - first) / (last - first));
  }

  private double y(double value) {
    double fraction = (Math.log10(value) - lowest) / (highest - lowest);
    return HEIGHT - BOTTOM - fraction * (HEIGHT - TOP - BOTTOM);
  }

  private void rule(double x1, double y1, double x2, double y2) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
        x1, y1, x2, y2);
  }

  private void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}

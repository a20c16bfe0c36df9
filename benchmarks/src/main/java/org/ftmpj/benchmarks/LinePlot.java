package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A series as a picture in SVG, a line for each variant, the vertical axis logarithmic, and the
 * horizontal one unless it is said to be linear. Written by hand: a plotting library needs fonts
 * and a display's libraries, which a server's Java does without.
 */
final class LinePlot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 480;
  private static final int LEFT = 90;
  private static final int RIGHT = 20;
  private static final int TOP = 64;
  private static final int BOTTOM = 120;
  private static final int LEGEND = 3;

  /** An axis of so many would have no more than three labels. */
  private static final int FEW_DECADES = 2;

  private static final int LEGEND_WIDTH = 230;
  private static final int LEGEND_HEIGHT = 22;

  /** Width of a letter, generous because the font of the reader is not known. */
  private static final double LETTER = 8;

  /** Told apart without colours, too: by the dashes. */
  private static final String[] COLOURS = {
    "#555555", "#0063b0", "#c4520c", "#2a7a2a", "#8a3ca0", "#a08000", "#b01030"
  };

  private static final String[] DASHES = {"", "", "7 4", "2 3", "7 4 2 4", "12 3", ""};

  private final List<Row> rows;
  private final Set<Variant> variants;
  private final Results results;
  private final String axis;
  private final boolean linear;
  private final StringBuilder svg = new StringBuilder();
  private final int highest;
  private final int lowest;

  private LinePlot(
      List<Row> rows, Set<Variant> variants, Results results, String axis, boolean linear) {
    this.axis = axis;
    this.linear = linear;
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

  /**
   * Without the rows that have no place on the horizontal axis.
   *
   * @param heading what was measured
   * @param axis what the rows differ in
   * @param linear whether that axis is linear
   */
  static String of(String heading, String axis, boolean linear, String series, Results results) {
    List<Row> rows = results.rows(series).stream().filter(row -> row.x() > 0).toList();
    return new LinePlot(rows, results.variants(series), results, axis, linear)
        .draw(heading, series);
  }

  /** None if it is 0, which a logarithmic axis does not have. */
  private Optional<Double> median(Row row, Variant variant) {
    return results.of(row, variant).map(Results.Summary::median).filter(m -> m > 0);
  }

  private static int decade(double value) {
    return (int) Math.floor(Math.log10(value));
  }

  private String draw(String heading, String series) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"12\""
            + " font-family=\"sans-serif\">",
        WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    text(WIDTH / 2.0, 24, "middle", heading, "font-size=\"15\" font-weight=\"bold\"");
    text(WIDTH / 2.0, 46, "middle", series, "");
    verticalAxis();
    horizontalAxis();
    int line = 0;
    for (Variant variant : variants) {
      line(variant, line++);
    }
    add("</svg>");
    return svg.toString();
  }

  private void verticalAxis() {
    boolean few = highest - lowest <= FEW_DECADES;
    for (int decade = lowest; decade <= highest; decade++) {
      tick(1, decade);
      if (few && decade < highest) {
        tick(2, decade);
        tick(5, decade);
      }
    }
    String unit = rows.get(0).unit().isEmpty() ? "number" : rows.get(0).unit();
    double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
    String turned = String.format(Locale.ROOT, "transform=\"rotate(-90 18 %.1f)\"", middle);
    text(18, middle, "middle", (isMedian() ? "median, " : "") + unit, turned);
  }

  /** Not of single values, such as means that were simulated. */
  private boolean isMedian() {
    return rows.stream()
        .flatMap(row -> variants.stream().flatMap(v -> results.of(row, v).stream()))
        .anyMatch(summary -> summary.number() > 1);
  }

  private void tick(int factor, int decade) {
    double y = y(factor * Math.pow(10, decade));
    rule(LEFT, y, WIDTH - RIGHT, y);
    text(LEFT - 8, y + 4, "end", power(factor, decade), "");
  }

  /**
   * With a power of ten, short enough for the margin: from 100,000 on, and from 0.0001, as 10^n.
   */
  private static String power(int factor, int exponent) {
    double value = factor * Math.pow(10, exponent);
    return exponent > 4 || exponent < -3
        ? (factor == 1 ? "" : factor + " * ") + "10^" + exponent
        : String.format(Locale.ROOT, "%,." + Math.max(0, -exponent) + "f", value);
  }

  /** Labels that would run into the one before are left out. */
  private void horizontalAxis() {
    double end = 0;
    for (Row row : rows) {
      rule(x(row), TOP, x(row), HEIGHT - BOTTOM);
      double half = row.title().length() * LETTER / 2;
      if (x(row) - half > end) {
        text(x(row), HEIGHT - BOTTOM + 18, "middle", row.title(), "");
        end = x(row) + half;
      }
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 42, "middle", axis, "");
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
    int below = HEIGHT - 54 + number / LEGEND * LEGEND_HEIGHT;
    add(
        "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" %s/>",
        legend, below, legend + 30, below, style);
    text(legend + 36, below + 4, "start", variant.title(), "");
  }

  private double x(Row row) {
    double first = place(rows.get(0));
    double last = place(rows.get(rows.size() - 1));
    double room = WIDTH - LEFT - RIGHT - 40.0;
    return LEFT + 20 + (last == first ? 0 : room * (place(row) - first) / (last - first));
  }

  private double place(Row row) {
    return linear ? row.x() : Math.log(row.x());
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

  private void text(double x, double y, String anchor, String text, String attributes) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>",
        x, y, anchor, attributes, text.replace("&", "&amp;").replace("<", "&lt;"));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}

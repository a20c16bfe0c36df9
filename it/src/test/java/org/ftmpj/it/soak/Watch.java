package org.ftmpj.it.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Measures the long-lived parts every ten seconds, and judges what it has seen. */
final class Watch {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final long startNs = System.nanoTime();
  private final String run;
  private final Csv csv;
  private final Map<LongLived, Map<Gauge, List<Long>>> seen = new LinkedHashMap<>();
  private final Set<String> troubles = new LinkedHashSet<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Watch::thread);

  /**
   * @param run what this soak is called in the file
   */
  Watch(String run, Csv csv, List<LongLived> parts) {
    this.run = run;
    this.csv = csv;
    for (LongLived part : parts) {
      seen.put(part, new EnumMap<>(Gauge.class));
    }
  }

  private static Thread thread(Runnable what) {
    Thread thread = new Thread(what, "watch");
    thread.setDaemon(true);
    return thread;
  }

  static Csv csv(java.nio.file.Path file) throws IOException {
    List<String> columns = new ArrayList<>(List.of("run", "seconds", "part"));
    for (Gauge gauge : Gauge.values()) {
      columns.add(gauge.name().toLowerCase(java.util.Locale.ROOT));
    }
    return new Csv(file, columns.toArray(String[]::new));
  }

  void start() {
    timer.scheduleAtFixedRate(this::measure, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void measure() {
    seen.keySet().forEach(this::measure);
  }

  private void measure(LongLived part) {
    try {
      Map<Gauge, Long> values = part.measure();
      List<Object> cells = new ArrayList<>();
      cells.addAll(List.of(run, (System.nanoTime() - startNs) / 1_000_000_000L, part.name()));
      for (Gauge gauge : Gauge.values()) {
        Long value = values.get(gauge);
        cells.add(value == null ? "" : value);
        if (value != null) {
          seen.get(part).computeIfAbsent(gauge, g -> new ArrayList<>()).add(value);
        }
      }
      csv.append(cells.toArray());
    } catch (IOException | RuntimeException e) {
      troubles.add(part.name() + (part.isAlive() ? " cannot be measured: " : " has died: ") + e);
    }
  }

  /** Stops to measure: the parts may end now. */
  void stop() {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new AssertionError("A measurement does not end");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What must not be: parts that grow, died, or could not be measured. */
  synchronized List<String> complaints() {
    List<String> complaints = new ArrayList<>(troubles);
    seen.forEach(
        (part, gauges) ->
            gauges.forEach(
                (gauge, values) ->
                    Trend.of(gauge, values)
                        .filter(trend -> trend.grows() && !part.grows(gauge))
                        .ifPresent(trend -> complaints.add(complaint(part, gauge, trend)))));
    return complaints;
  }

  private static String complaint(LongLived part, Gauge gauge, Trend trend) {
    return "%s: %s grow from %d to %d %s, allowed are %d more"
        .formatted(
            part.name(),
            gauge.text(),
            trend.before(),
            trend.after(),
            gauge.unit(),
            trend.allowance());
  }

  /** First, second and last quarter of everything, and the verdict. */
  synchronized String table() {
    StringBuilder table =
        new StringBuilder(
            "%-34s %-28s %8s %10s %10s %10s%n"
                .formatted("part", "what", "samples", "first", "2nd qrt.", "last qrt."));
    seen.forEach(
        (part, gauges) ->
            gauges.forEach((gauge, values) -> table.append(row(part, gauge, values))));
    return table.toString();
  }

  private static String row(LongLived part, Gauge gauge, List<Long> values) {
    Optional<Trend> trend = Trend.of(gauge, values);
    return "%-34s %-28s %8d %10d %10s %10s  %s%n"
        .formatted(
            part.name(),
            gauge.text() + (gauge.unit().isEmpty() ? "" : ", " + gauge.unit()),
            values.size(),
            values.get(0),
            trend.map(t -> "" + t.before()).orElse("?"),
            trend.map(t -> "" + t.after()).orElse("?"),
            verdict(part, gauge, trend));
  }

  private static String verdict(LongLived part, Gauge gauge, Optional<Trend> trend) {
    if (trend.isEmpty()) {
      return "too few samples";
    }
    if (part.grows(gauge)) {
      return "grows by design until the job ends";
    }
    if (trend.get().grows()) {
      return "GROWS";
    }
    return gauge == Gauge.RESIDENT ? "for information" : "no growth";
  }
}

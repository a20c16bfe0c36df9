package org.ftmpj.it.generate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;

/**
 * The results of all slices, a line for each run in a file that only grows:
 *
 * <pre>
 * story;on;milliseconds;timed;PLACE=hits PLACE=hits ...;operation=times ...;verdict
 * </pre>
 *
 * <p>Any thread.
 */
final class Results {
  static final String OK = "ok";

  private static final String HEAD = "story;on;milliseconds;timed;places;operations;verdict";

  private final Path file;
  private final List<Run> runs = new ArrayList<>();
  private long lastSeed;

  /**
   * A run that has ended.
   *
   * @param on what it ran on: {@code ftmpj}, or {@code stock}
   * @param timed kills that were not placed
   */
  record Run(
      Story story,
      String on,
      long milliseconds,
      int timed,
      Map<Place, Long> places,
      Map<String, Long> operations,
      String verdict) {

    static Run good(Story story, String on, Telling.Run run) {
      return new Run(
          story,
          on,
          run.milliseconds(),
          run.timed(),
          run.hits().stream()
              .collect(
                  Collectors.groupingBy(
                      PlacedKill::place, () -> new EnumMap<>(Place.class), Collectors.counting())),
          run.operations(),
          OK);
    }

    static Run bad(Story story, String on, Throwable wrong) {
      return new Run(story, on, 0, 0, Map.of(), Map.of(), "failed: " + wrong);
    }

    long kills() {
      return timed + places.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isOk() {
      return verdict.equals(OK);
    }

    private String line() {
      return String.join(
          ";",
          story.toString(),
          on,
          Long.toString(milliseconds),
          Integer.toString(timed),
          words(places),
          words(operations),
          verdict.replaceAll("[;\\s]+", " "));
    }

    private static String words(Map<?, Long> counts) {
      return counts.entrySet().stream()
          .map(e -> (e.getKey() instanceof Place p ? p.name() : e.getKey()) + "=" + e.getValue())
          .collect(Collectors.joining(" "));
    }

    private static Run parse(String line) {
      String[] cells = line.split(";");
      Map<Place, Long> places = new EnumMap<>(Place.class);
      Told.parse(cells[4]).forEach((place, hits) -> places.put(Place.valueOf(place), hits));
      return new Run(
          Story.parse(cells[0]),
          cells[1],
          Long.parseLong(cells[2]),
          Integer.parseInt(cells[3]),
          places,
          Told.parse(cells[5]),
          cells[6]);
    }
  }

  /** Continues what earlier slices have written. */
  Results(Path file) throws IOException {
    this.file = file;
    Files.createDirectories(file.getParent());
    if (Files.exists(file)) {
      Files.readAllLines(file).stream().skip(1).map(Run::parse).forEach(runs::add);
    } else {
      Files.writeString(file, HEAD + "\n");
    }
    lastSeed = runs.stream().mapToLong(run -> run.story.setup().seed()).max().orElse(0);
  }

  /** A seed that no slice has begun. */
  synchronized long nextSeed() {
    return ++lastSeed;
  }

  synchronized void add(Run run) throws IOException {
    runs.add(run);
    Files.writeString(file, run.line() + "\n", StandardOpenOption.APPEND);
  }

  synchronized long kills() {
    return runs.stream().mapToLong(Run::kills).sum();
  }

  synchronized long failed() {
    return runs.stream().filter(run -> !run.isOk()).count();
  }

  /** What was exercised how often, in words. */
  synchronized void print(PrintStream out) {
    Map<String, Long> times = Told.add(runs.stream().map(Run::operations).toList());
    out.printf("%-40s %12s %8s%n", "operation", "times", "in runs");
    times.forEach(
        (what, count) ->
            out.printf(
                "%-40s %,12d %8d%n",
                what, count, runs.stream().filter(r -> r.operations.containsKey(what)).count()));
    for (Place place : Place.values()) {
      long hits = runs.stream().mapToLong(run -> run.places.getOrDefault(place, 0L)).sum();
      out.printf("%-21s %6d  %s%n", place, hits, place.description());
    }
    out.printf(
        "%d seeds, %d runs (%d on stock), %d ranks at most, %d kills of which %d not placed,"
            + " %d failed%n",
        runs.stream().mapToLong(run -> run.story.setup().seed()).distinct().count(),
        runs.size(),
        runs.stream().filter(run -> run.on.equals("stock")).count(),
        runs.stream().mapToInt(run -> run.story.ranks()).max().orElse(0),
        kills(),
        runs.stream().mapToInt(Run::timed).sum(),
        failed());
  }
}

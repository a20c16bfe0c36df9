package org.ftmpj.it;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;

/**
 * The results of all slices of the torture, a line for each run in a file that only grows:
 *
 * <pre>
 * number;sample;level;seed;milliseconds;kills;timed;planned;restored;PLACE=hits PLACE=hits ...;verdict
 * </pre>
 *
 * <p>{@code kills} are placed ones that were hit and timed ones together, {@code restored} the
 * restarts from a checkpoint. Any thread.
 */
final class TortureResults {
  static final String OK = "ok";

  private static final String HEAD =
      "number;sample;level;seed;milliseconds;kills;timed;planned;restored;places;verdict";

  /** So many kills of each sample at each level are asked for. */
  private static final int GOAL = 200;

  private final Path file;
  private final List<Run> runs = new ArrayList<>();
  private final Map<Case, Integer> underWay = new TreeMap<>();
  private long begun;

  /** What is run. */
  record Case(Sample sample, Level level) implements Comparable<Case> {
    @Override
    public int compareTo(Case other) {
      return Comparator.comparing(Case::sample).thenComparing(Case::level).compare(this, other);
    }
  }

  /** A run that has ended. */
  record Run(
      long number,
      Case of,
      long seed,
      long milliseconds,
      int kills,
      int timed,
      int planned,
      long restored,
      Map<Place, Long> places,
      String verdict) {

    static Map<Place, Long> places(List<PlacedKill> hits) {
      return hits.stream()
          .collect(
              Collectors.groupingBy(
                  PlacedKill::place, () -> new EnumMap<>(Place.class), Collectors.counting()));
    }

    boolean isOk() {
      return verdict.equals(OK);
    }

    private String line() {
      String hits =
          places.entrySet().stream()
              .map(entry -> entry.getKey().name() + "=" + entry.getValue())
              .collect(Collectors.joining(" "));
      return String.join(
          ";",
          Long.toString(number),
          of.sample.name(),
          of.level.name(),
          Long.toString(seed),
          Long.toString(milliseconds),
          Integer.toString(kills),
          Integer.toString(timed),
          Integer.toString(planned),
          Long.toString(restored),
          hits,
          verdict.replaceAll("[;\\s]+", " "));
    }

    private static Run parse(String line) {
      String[] words = line.split(";");
      Map<Place, Long> places = new EnumMap<>(Place.class);
      for (String hit : words[9].isEmpty() ? new String[0] : words[9].split(" ")) {
        String[] pair = hit.split("=");
        places.put(Place.valueOf(pair[0]), Long.valueOf(pair[1]));
      }
      return new Run(
          Long.parseLong(words[0]),
          new Case(Sample.valueOf(words[1]), Level.valueOf(words[2])),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]),
          Integer.parseInt(words[5]),
          Integer.parseInt(words[6]),
          Integer.parseInt(words[7]),
          Long.parseLong(words[8]),
          places,
          words[10]);
    }
  }

  /** Continues what earlier slices have written. */
  TortureResults(Path file) throws IOException {
    this.file = file;
    Files.createDirectories(file.getParent());
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      if (!lines.get(0).equals(HEAD)) {
        throw new IOException(file.toAbsolutePath() + " has other columns: move it away");
      }
      lines.stream().skip(1).map(Run::parse).forEach(runs::add);
    } else {
      Files.writeString(file, HEAD + "\n");
    }
    begun = runs.stream().mapToLong(Run::number).max().orElse(0);
  }

  /** A number that no other run has. */
  synchronized long nextNumber() {
    return ++begun;
  }

  /**
   * What to run next: of the sample that has had the fewest kills the level that has, as if the
   * runs under way had all their kills. So a short campaign has all samples, half of them at each
   * level.
   *
   * @param samples from which to choose
   * @param kills planned for it
   */
  synchronized Case begin(Collection<Sample> samples, int kills) {
    Case next =
        samples.stream()
            .flatMap(s -> Arrays.stream(Level.values()).map(level -> new Case(s, level)))
            .min(
                Comparator.comparing((Case c) -> kills(c.sample))
                    .thenComparing(this::killsWithThoseUnderWay)
                    .thenComparing(c -> (c.sample.ordinal() + c.level.ordinal()) % 2)
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    underWay.merge(next, kills, Integer::sum);
    return next;
  }

  /**
   * Notes what has become of it.
   *
   * @param kills as at {@link #begin}
   */
  synchronized void ended(Run run, int kills) throws IOException {
    underWay.merge(run.of, -kills, Integer::sum);
    runs.add(run);
    Files.writeString(file, run.line() + "\n", StandardOpenOption.APPEND);
  }

  private int kills(Sample of) {
    return Arrays.stream(Level.values())
        .mapToInt(level -> killsWithThoseUnderWay(new Case(of, level)))
        .sum();
  }

  private int killsWithThoseUnderWay(Case of) {
    return kills(of) + underWay.getOrDefault(of, 0);
  }

  private int kills(Case of) {
    return runs.stream().filter(run -> run.of.equals(of)).mapToInt(Run::kills).sum();
  }

  synchronized int kills() {
    return runs.stream().mapToInt(Run::kills).sum();
  }

  /** Restarts from a checkpoint. */
  synchronized long restored() {
    return runs.stream().mapToLong(Run::restored).sum();
  }

  /** The totals by sample and level, and by place. */
  synchronized void print(PrintStream out) {
    out.printf(
        "%-15s %-8s %5s %6s %8s %6s%n", "sample", "level", "runs", "kills", "restored", "failed");
    for (Sample sample : Sample.values()) {
      for (Level level : Level.values()) {
        List<Run> of = runs.stream().filter(r -> r.of.equals(new Case(sample, level))).toList();
        int kills = of.stream().mapToInt(Run::kills).sum();
        out.printf(
            "%-15s %-8s %5d %6d %8d %6d %s%n",
            sample,
            level,
            of.size(),
            kills,
            of.stream().mapToLong(Run::restored).sum(),
            of.stream().filter(run -> !run.isOk()).count(),
            kills >= GOAL ? "" : "(" + (GOAL - kills) + " to go)");
      }
    }
    int kills = kills();
    int timed = runs.stream().mapToInt(Run::timed).sum();
    for (Place place : Place.values()) {
      long hits = runs.stream().mapToLong(run -> run.places.getOrDefault(place, 0L)).sum();
      out.printf("%-21s %6d  %s%n", place, hits, place.description());
    }
    out.printf(
        Locale.ROOT,
        "%d runs, %d kills, %d restarts from a checkpoint, %d failed; %.0f %% of the kills were placed; %d planned ones not reached%n",
        runs.size(),
        kills,
        restored(),
        runs.stream().filter(run -> !run.isOk()).count(),
        kills == 0 ? 0 : 100.0 * (kills - timed) / kills,
        runs.stream().mapToInt(run -> run.planned - run.kills + run.timed).sum());
  }
}

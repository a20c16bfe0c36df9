package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Histogram;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Planner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample, every rank, many moments: in every run every rank is killed several times, told by
 * the places it passes and how often, and one of them once more at any time.
 */
class KillMatrixIT {
  /** Of each sample, at one level and the other in turns. */
  private static final int RUNS = 3;

  /** Of each rank in a run; a rank that shares work freely may not come to all of them. */
  private static final int KILLS = 3;

  private static final int TIMED = 1;

  private static final int FEWEST_OF_A_RANK = 5;
  private static final double PLACED = 0.8;

  private static final Planner PLANNER = new Planner();
  private static final Histogram HISTOGRAM = new Histogram();
  private static final Map<Sample, int[]> BY_RANK = new EnumMap<>(Sample.class);
  private static final Map<Sample, Integer> RAN = new EnumMap<>(Sample.class);

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<Arguments> matrix() {
    return Arrays.stream(Sample.values())
        .flatMap(
            sample ->
                IntStream.rangeClosed(1, RUNS)
                    .mapToObj(
                        run ->
                            Arguments.of(
                                sample,
                                Level.values()[(sample.ordinal() + run) % Level.values().length],
                                run)));
  }

  @ParameterizedTest(name = "{0} at level {1}, run {2}")
  @MethodSource("matrix")
  void shouldGiveTheRightResultWhereverRanksAreKilled(Sample sample, Level level, int run)
      throws IOException {
    References.Reference reference = References.of(sample, jobs);
    Random random = Seed.random(sample.name(), run);
    List<PlacedKill> kills = PLANNER.plan(reference.profile(), level == Level.HOST, KILLS, random);
    Plan plan = new Plan(jobs.directory().resolve("places"));
    PlacedRun placed = new PlacedRun(sample, level, plan);
    try {
      long milliseconds = placed.run(jobs, reference, kills, TIMED, random);
      System.out.printf(
          "%s %s %d: seed %d, %s, %d ms%n",
          sample, level, run, Seed.base(), placed.describe(), milliseconds);
    } catch (AssertionError e) {
      System.out.printf("%s %s %d: seed %d, plan %s%n", sample, level, run, Seed.base(), kills);
      throw e;
    }
    HISTOGRAM.add(plan, level == Level.HOST);
    HISTOGRAM.addTimed(placed.timed());
    int[] byRank = BY_RANK.computeIfAbsent(sample, s -> new int[Sample.RANKS]);
    plan.hits().forEach(kill -> byRank[kill.rank()]++);
    RAN.merge(sample, 1, Integer::sum);
  }

  @AfterAll
  static void shouldHaveKilledEveryRankAtEveryPlace() {
    System.out.println("Seed " + Seed.base());
    HISTOGRAM.print(System.out);
    RAN.forEach(
        (sample, runs) -> {
          if (runs == RUNS) {
            assertThat(Arrays.stream(BY_RANK.get(sample)).boxed())
                .as("kills of each rank of " + sample)
                .allMatch(kills -> kills >= FEWEST_OF_A_RANK);
          }
        });
    if (RAN.size() == Sample.values().length) {
      assertThat(HISTOGRAM.placed()).isGreaterThanOrEqualTo(PLACED);
      assertThat(Place.values()).allMatch(place -> HISTOGRAM.hits(place) > 0);
    }
  }
}

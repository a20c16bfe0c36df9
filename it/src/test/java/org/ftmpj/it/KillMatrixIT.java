package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
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
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every sample, every rank, many moments: every rank is killed several times, told by the places it
 * passes and how often, and one rank of each run once more at any time. {@link Torture} does the
 * same for as long as one likes.
 *
 * <p>The seed says which samples run at level process and which at level host; one that alone
 * passes some of the places runs at both, and so does one that was not killed often enough at the
 * first.
 */
class KillMatrixIT {
  /** Of each rank in a run; a rank that shares work freely may not come to all of them. */
  private static final int KILLS = 3;

  private static final int TIMED = 1;

  /** In all runs of a sample. */
  private static final int FEWEST_OF_A_RANK = 3;

  private static final int MOST_ROUNDS = 6;

  /** What places only one of the samples passes. */
  private static final Map<Sample, Set<Place>> ALONE =
      Map.of(
          Sample.ORDER_WITNESS, EnumSet.of(Place.MARKED),
          Sample.LARGE, EnumSet.of(Place.BULK, Place.ARCHIVED));

  private static final double PLACED = 0.8;

  private static final Planner PLANNER = new Planner();
  private static final Histogram HISTOGRAM = new Histogram();
  private static final Set<Sample> RAN = EnumSet.noneOf(Sample.class);

  @RegisterExtension final Jobs jobs = new Jobs();

  /** Of each rank of this sample. */
  private final int[] kills = new int[Sample.RANKS];

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void shouldGiveTheRightResultWhereverRanksAreKilled(Sample sample) throws IOException {
    References.Reference reference = References.of(sample, jobs);
    int least = ALONE.containsKey(sample) ? Level.values().length : 1;
    for (int round = 1; round <= least || !isKilledEnough(sample); round++) {
      assertThat(round)
          .as("rounds; kills of each rank: " + Arrays.toString(kills))
          .isLessThanOrEqualTo(MOST_ROUNDS);
      run(sample, level(sample, round), reference, round);
    }
    RAN.add(sample);
  }

  private boolean isKilledEnough(Sample sample) {
    return Arrays.stream(kills).allMatch(number -> number >= FEWEST_OF_A_RANK)
        && ALONE.getOrDefault(sample, Set.of()).stream().allMatch(p -> HISTOGRAM.hits(p) > 0);
  }

  /** Half of the samples begin at each, and each goes on with the other one. */
  private static Level level(Sample sample, int round) {
    int half = Seed.random("level").nextInt(2);
    return Level.values()[(half + sample.ordinal() + round) % Level.values().length];
  }

  private void run(Sample sample, Level level, References.Reference reference, int round) {
    String name = sample + " " + level + " " + round;
    Random random = Seed.random(sample.name(), level.name(), round);
    List<PlacedKill> planned =
        PLANNER.plan(reference.profile(), level == Level.HOST, KILLS, random);
    Plan plan = new Plan(jobs.directory().resolve("places." + round));
    PlacedRun run = new PlacedRun(sample, level, plan);
    try {
      long milliseconds = run.run(jobs, reference, planned, TIMED, random);
      note(run);
      System.out.printf(
          "%s: seed %d, %s, %d ms%n", name, Seed.base(), run.describe(), milliseconds);
    } catch (IOException | RuntimeException | AssertionError e) {
      System.out.printf("%s: seed %d, plan %s: %s%n", name, Seed.base(), planned, e);
      throw new AssertionError(name + ": " + e.getMessage(), e);
    }
  }

  private void note(PlacedRun run) {
    HISTOGRAM.add(run.plan(), run.level() == Level.HOST);
    HISTOGRAM.addTimed(run.timed().size());
    run.plan().missed().forEach(PLANNER::missed);
    run.plan().hits().stream().mapToInt(PlacedKill::rank).forEach(rank -> kills[rank]++);
    run.timed().stream().mapToInt(Kills.Moment::rank).forEach(rank -> kills[rank]++);
  }

  @AfterAll
  static void shouldHaveKilledAtEveryPlace() {
    System.out.println("Seed " + Seed.base());
    HISTOGRAM.print(System.out);
    if (RAN.size() == Sample.values().length) {
      assertThat(HISTOGRAM.placed()).isGreaterThanOrEqualTo(PLACED);
      assertThat(Place.values()).allMatch(place -> HISTOGRAM.hits(place) > 0);
    }
  }
}

package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 * <p>The runs at both levels go side by side: while a rank starts again, the others of its job
 * mostly wait.
 */
class KillMatrixIT {
  /** Of each rank in a run; a rank that shares work freely may not come to all of them. */
  private static final int KILLS = 2;

  /** In the sample that alone passes some of the places: synchronous sends, probes. */
  private static final int KILLS_OF_WITNESS = 3;

  private static final int TIMED = 1;

  /** At both levels together. */
  private static final int FEWEST_OF_A_RANK = 3;

  /** Usually one round of both levels does it. */
  private static final int MOST_ROUNDS = 4;

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
    int fewest = 0;
    for (int round = 1; round <= MOST_ROUNDS && fewest < FEWEST_OF_A_RANK; round++) {
      bothLevels(sample, reference, round);
      fewest = Arrays.stream(kills).min().orElseThrow();
    }
    assertThat(fewest)
        .as("kills of each rank: " + Arrays.toString(kills))
        .isGreaterThanOrEqualTo(FEWEST_OF_A_RANK);
    RAN.add(sample);
  }

  private void bothLevels(Sample sample, References.Reference reference, int round) {
    List<CompletableFuture<Void>> runs =
        Arrays.stream(Level.values())
            .map(
                level -> {
                  Random random = Seed.random(sample.name(), level.name(), round);
                  List<PlacedKill> planned =
                      PLANNER.plan(reference.profile(), level == Level.HOST, kills(sample), random);
                  Plan plan = new Plan(jobs.directory().resolve("places." + level + "." + round));
                  PlacedRun run = new PlacedRun(sample, level, plan);
                  return CompletableFuture.runAsync(
                      () ->
                          run(run, sample + " " + level + " " + round, reference, planned, random),
                      task -> new Thread(task, "run at level " + level).start());
                })
            .toList();
    CompletableFuture.allOf(runs.toArray(CompletableFuture<?>[]::new)).join();
  }

  private static int kills(Sample sample) {
    return sample == Sample.ORDER_WITNESS ? KILLS_OF_WITNESS : KILLS;
  }

  private void run(
      PlacedRun run,
      String name,
      References.Reference reference,
      List<PlacedKill> planned,
      Random random) {
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

  private synchronized void note(PlacedRun run) {
    HISTOGRAM.add(run.plan(), run.level() == Level.HOST);
    HISTOGRAM.addTimed(run.timed().size());
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

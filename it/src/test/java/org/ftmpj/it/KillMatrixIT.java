package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.Profile;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rank and every place: each rank is killed at two places, one of them at three, and in half
 * of the runs one at any time. The samples are of a size that computes little. {@link
 * FullKillMatrixIT} kills more often, and {@link Torture} for as long as one likes.
 *
 * <p>The number of the commit says which samples run, the seed which of them at level process and
 * which at level host.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Rotated(kind = "kills at places", turns = 2)
class KillMatrixIT {
  static final int RANKS = 3;

  /** What places none or few of the other samples pass: they come first. */
  private static final Map<Sample, Set<Place>> RARE =
      Map.of(
          Sample.ORDER_WITNESS,
              EnumSet.of(
                  Place.MARKED,
                  Place.MATCHED,
                  Place.MATCH_RECORDED,
                  Place.DELIVERY_RECORDED,
                  Place.PROBE_RECORDED),
          Sample.LARGE, EnumSet.of(Place.BULK, Place.ARCHIVED, Place.SEGMENT),
          Sample.GRID_STENCIL, EnumSet.of(Place.COMMUNICATOR));

  /** Of each rank, so that it is also killed while it recovers: a restart is less than a job. */
  private static final int KILLS = 2;

  private static final int KILLS_OF_ONE = 3;

  /** Before which every rank of a sample must have been killed; some share work freely. */
  private static final int MOST_ROUNDS = 4;

  /** To come to places that the planned kills have missed. */
  private static final int MORE_RUNS = 8;

  private static final double PLACED = 0.8;

  private static final KillMatrix MATRIX = new KillMatrix(RARE);
  private static final Set<Sample> RAN = EnumSet.noneOf(Sample.class);

  @RegisterExtension final Jobs jobs = new Jobs();

  /** Those that come to rare places, and one of the others. */
  static Stream<Sample> samples() {
    Sample[] others =
        Arrays.stream(Sample.values())
            .filter(sample -> !RARE.containsKey(sample))
            .toArray(Sample[]::new);
    return Stream.concat(RARE.keySet().stream(), Seed.one("kill matrix", others));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  @Order(1)
  void shouldGiveTheRightResultWhereverRanksAreKilled(Sample sample) throws IOException {
    int[] kills = new int[RANKS];
    int round = 0;
    while (Arrays.stream(kills).anyMatch(number -> number == 0)) {
      round++;
      assertThat(round)
          .as("rounds; kills of each rank: " + Arrays.toString(kills))
          .isLessThanOrEqualTo(MOST_ROUNDS);
      RAN.add(sample);
      int[] more = run(sample, level(sample, round), round);
      Arrays.setAll(kills, rank -> kills[rank] + more[rank]);
    }
  }

  /** Half of the samples begin at each, and each goes on with the other one. */
  private static Level level(Sample sample, int round) {
    int half = Seed.random("level").nextInt(2);
    return Level.values()[(half + sample.ordinal() + round) % Level.values().length];
  }

  private int[] run(Sample sample, Level level, int round) throws IOException {
    Random random = Seed.random("often", sample.name(), round);
    int[] each = new int[RANKS];
    Arrays.fill(each, KILLS);
    each[random.nextInt(RANKS)] = KILLS_OF_ONE;
    return MATRIX.run(jobs, sample, brief(sample), level, each, random.nextInt(2), round);
  }

  private static JobSpec brief(Sample sample) {
    return sample.brief().ranks(RANKS);
  }

  /** A rank may not come to where its kill is planned; then other runs make up for it. */
  @Test
  @Order(2)
  void shouldKillAtEveryPlace() throws IOException {
    Random random = Seed.random("places");
    for (int i = 0; i < MORE_RUNS && !MATRIX.spared().isEmpty(); i++) {
      List<Place> spared = MATRIX.spared();
      Sample sample = passing(spared, random);
      int[] each = new int[RANKS];
      // A rank that is to be killed in its recovery is killed before.
      Arrays.fill(each, spared.stream().anyMatch(KillMatrixIT::isInRecovery) ? 2 : 1);
      MATRIX.run(jobs, sample, brief(sample), Level.HOST, each, 0, MOST_ROUNDS + 1 + i);
    }
    MATRIX.histogram().print(System.out);
    assertThat(MATRIX.spared()).as("places without a kill, seed " + Seed.base()).isEmpty();
    assertThat(MATRIX.histogram().placed()).isGreaterThanOrEqualTo(PLACED);
  }

  /**
   * One of the samples that have run and come to most of the places; else any that comes to one.
   */
  private Sample passing(List<Place> spared, Random random) throws IOException {
    List<Sample> all = new ArrayList<>(List.of(Sample.values()));
    Collections.shuffle(all, random);
    // Which takes by far the longest.
    all.sort(Comparator.comparing(sample -> sample == Sample.TABLE));
    Sample best = null;
    long most = 0;
    for (Sample sample : all) {
      long passed = RAN.contains(sample) ? passed(sample, spared) : 0;
      if (passed > most) {
        best = sample;
        most = passed;
      }
    }
    for (int i = 0; best == null && i < all.size(); i++) {
      best = passed(all.get(i), spared) > 0 ? all.get(i) : null;
    }
    assertThat(best).as("a sample that comes to " + spared).isNotNull();
    return best;
  }

  private long passed(Sample sample, List<Place> places) throws IOException {
    Profile profile = References.of(sample, brief(sample), jobs).profile();
    return places.stream().filter(place -> profile.has(needed(place))).count();
  }

  /** The place that a sample must pass to come to another: a recovery repeats determinants. */
  private static Place needed(Place place) {
    return isInRecovery(place) ? Place.DETERMINANT_APPENDED : place;
  }

  private static boolean isInRecovery(Place place) {
    return place.when() == Place.When.RECOVERY;
  }
}

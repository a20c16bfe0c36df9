package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every sample at both levels, in the size that computes longer, and many kills in each run. */
@Tag("long")
class FullKillMatrixIT {
  /** Of each rank in a run; a rank that shares work freely may not come to all of them. */
  private static final int KILLS = 3;

  private static final int TIMED = 1;

  /** In all runs of a sample. */
  private static final int FEWEST_OF_A_RANK = 3;

  private static final int MOST_ROUNDS = 6;

  private static final KillMatrix MATRIX = new KillMatrix(Map.of());

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void shouldGiveTheRightResultWhereverRanksAreKilled(Sample sample) throws IOException {
    int[] kills = new int[Sample.RANKS];
    for (int round = 1; round <= Level.values().length || !isEnough(kills); round++) {
      assertThat(round)
          .as("rounds; kills of each rank: " + Arrays.toString(kills))
          .isLessThanOrEqualTo(MOST_ROUNDS);
      Level level = Level.values()[round % Level.values().length];
      int[] each = new int[Sample.RANKS];
      Arrays.fill(each, KILLS);
      int[] more = MATRIX.run(jobs, sample, sample.spec(), level, each, TIMED, round);
      Arrays.setAll(kills, rank -> kills[rank] + more[rank]);
    }
  }

  private static boolean isEnough(int[] kills) {
    return Arrays.stream(kills).allMatch(number -> number >= FEWEST_OF_A_RANK);
  }

  @AfterAll
  static void shouldHaveKilledAtEveryPlace() {
    MATRIX.histogram().print(System.out);
    assertThat(MATRIX.spared()).as("places without a kill").isEmpty();
  }
}

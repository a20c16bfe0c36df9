package org.ftmpj.protocol.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole jobs in one thread, with crashes at every kind of step: other seeds in each build, and
 * those that once failed. More by {@code -Dtest.full=true}, or {@code ./ftmpj simulate}.
 */
class SimulationTest {
  private static final int SEEDS = Boolean.getBoolean("test.full") ? 200_000 : 20_000;

  @Test
  void shouldKeepEveryPromiseWhateverDies() {
    Tally tally = new Tally();
    long first = Seed.firstOf(SEEDS);
    System.out.printf("seeds %,d to %,d%n", first, first + SEEDS - 1);
    for (long seed = first; seed < first + SEEDS; seed++) {
      Violation violation = Seed.anyViolation(seed, tally);
      if (violation != null) {
        throw new AssertionError(Seed.report(seed, null, violation), violation);
      }
    }
    System.out.println(tally);
    assertThat(tally.fewestOperations()).isGreaterThanOrEqualTo(200);
    assertThat(tally.fewestCrashes()).isPositive();
    assertThat(Rule.values()).as("rules never exercised").allMatch(rule -> tally.of(rule) > 0);
  }

  /**
   * In the first of these a rank moved with a checkpoint that it had taken while it repeated. In
   * the second a host's stream said that a rank needed more of it than had been dropped, while that
   * rank had one checkpoint only. In the third a rank went on from a copy that logs had been pruned
   * beyond, since newer ones were lost with a partner.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed=1556384 salt=0 ranks=2 segments=5 skipped=0 messages=35 crashes=1 remote=true"
            + " outages=true delays=true checkpoints=true snapshots=false threads=1 hosts=3"
            + " losses=2 loggers=3 copies=true partners=true prunes=true"
            + " receptions=NONDETERMINISTIC lossOneIn=400 checkpointOneIn=8",
        "seed=5008250 salt=0 ranks=3 segments=8 skipped=0 messages=35 crashes=3 remote=true"
            + " outages=true delays=true checkpoints=true snapshots=false threads=1 hosts=4"
            + " losses=3 loggers=3 copies=true partners=true prunes=true"
            + " receptions=ALL lossOneIn=400 checkpointOneIn=8",
        "seed=9020684 salt=0 ranks=4 segments=6 skipped=0 messages=35 crashes=4 remote=true"
            + " outages=true delays=true checkpoints=true snapshots=false threads=2 hosts=4"
            + " losses=4 loggers=1 copies=true partners=true prunes=true"
            + " receptions=NONDETERMINISTIC lossOneIn=400 checkpointOneIn=8"
      })
  void shouldKeepEveryPromiseWhereOneWasBroken(String job) {
    assertThat(Seed.violation(Setup.parse(job), null, new Tally(), null)).isNull();
  }

  @Test
  void shouldSimulateTheSameJobAgain() {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(story(seed)).isEqualTo(story(seed)).isNotEmpty();
    }
  }

  private static List<String> story(long seed) {
    List<String> story = new ArrayList<>();
    assertThat(Seed.violation(Setup.of(seed), null, new Tally(), story)).isNull();
    return story;
  }
}

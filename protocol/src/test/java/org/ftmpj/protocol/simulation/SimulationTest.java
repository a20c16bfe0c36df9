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
  private static final int SEEDS = Boolean.getBoolean("test.full") ? 200_000 : 5_000;

  @Test
  void shouldKeepEveryPromiseWhateverDies() {
    Tally tally = new Tally();
    long first = Seed.firstOf(SEEDS);
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
   * 1,556,384: a rank moved with a checkpoint that it had taken while it repeated. 5,008,250: a
   * host's stream said that a rank needed more of it than had been dropped, while that rank had one
   * checkpoint only. 9,020,684: a rank went on from a copy that logs had been pruned beyond, since
   * newer ones were lost with a partner.
   */
  @ParameterizedTest
  @ValueSource(longs = {1_556_384, 5_008_250, 9_020_684})
  void shouldKeepEveryPromiseWhereOneWasBroken(long seed) {
    Violation violation = Seed.anyViolation(seed, new Tally());
    if (violation != null) {
      throw new AssertionError(Seed.report(seed, null, violation), violation);
    }
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

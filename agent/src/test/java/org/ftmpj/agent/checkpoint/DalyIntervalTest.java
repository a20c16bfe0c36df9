package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DalyIntervalTest {

  /**
   * What is lost by checkpoints and by repeating, by Daly's complete model (his equation 20) with
   * no time for the restart: the wall clock time for one second of work.
   */
  private static double slowdown(double interval, double cost, double betweenFailures) {
    return betweenFailures * Math.expm1((interval + cost) / betweenFailures) / interval;
  }

  @Test
  void shouldLoseLessThanAnyOtherInterval() {
    for (double cost : new double[] {0.01, 0.1, 1, 10}) {
      for (double betweenFailures : new double[] {100, 1_000, 86_400}) {
        double best = DalyInterval.of(cost, betweenFailures);
        double least = slowdown(best, cost, betweenFailures);
        for (double other = best / 4; other < 4 * best; other *= 1.1) {
          // The estimate is within a tenth of a percent of the best.
          assertThat(slowdown(other, cost, betweenFailures)).isGreaterThan(least * 0.999);
        }
        assertThat(slowdown(best / 2, cost, betweenFailures)).isGreaterThan(least);
        assertThat(slowdown(best * 2, cost, betweenFailures)).isGreaterThan(least);
      }
    }
  }

  @Test
  void shouldBeYoungsForCheckpointsThatCostLittle() {
    assertThat(DalyInterval.of(0.001, 86_400)).isCloseTo(Math.sqrt(172.8), within(0.01));
  }

  @Test
  void shouldNotBeLongerThanTheTimeBetweenFailuresForThoseThatCostMuch() {
    assertThat(DalyInterval.of(50, 10)).isEqualTo(10);
  }
}

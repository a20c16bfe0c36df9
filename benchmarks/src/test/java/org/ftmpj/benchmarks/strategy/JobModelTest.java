package org.ftmpj.benchmarks.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class JobModelTest {
  private static final int JOBS = 20_000;

  @Test
  void shouldTakeWhatEquationOneOneSaysIfARestartTakesNoTime() {
    JobModel model = new JobModel(100, 4, 1, 0, 0, 1, 1);
    assertThat(mean(0.01, model::restarted))
        .isCloseTo(model.equationOfRestart(0.01), within(4.0)); // 172
  }

  @Test
  void shouldTakeTheWorkAndTheCostsIfNothingFails() {
    JobModel model = new JobModel(100, 2, 1, 5, 5, 1.1, 1);
    double rate = 1e-9;
    assertThat(mean(rate, model::restarted)).isCloseTo(100, within(0.1));
    assertThat(mean(rate, model::logged)).isCloseTo(110, within(0.1));
    assertThat(mean(rate, model::loggedWithCheckpoints)).isCloseTo(112.2, within(0.1));
  }

  @Test
  void shouldTakeALittleMoreThanEquationOneTwoWhereFailuresMeetRecoveries() {
    JobModel model = new JobModel(1000, 4, 0.1, 1, 2, 1, 1);
    double equation = model.equationOfTolerance(0.01);
    assertThat(mean(0.01, model::loggedWithCheckpoints))
        .isBetween(0.98 * equation, 1.05 * equation);
  }

  @Test
  void shouldRepeatAllWithoutCheckpoints() {
    // One failure in a job on average, at a moment that is as likely as any: half of the work.
    JobModel model = new JobModel(1000, 4, 0.1, 0, 0, 1, 1);
    assertThat(mean(0.0001, model::logged)).isCloseTo(1050, within(10.0));
  }

  @Test
  void shouldGiveUpWhatDoesNotEnd() {
    JobModel model = new JobModel(1000, 4, 0.1, 1, 2, 1, 1);
    assertThat(model.restarted(0.1, new SplittableRandom(1))).isEmpty();
  }

  private static double mean(
      double rate, BiFunction<Double, SplittableRandom, OptionalDouble> strategy) {
    SplittableRandom random = new SplittableRandom(7);
    double sum = 0;
    for (int i = 0; i < JOBS; i++) {
      sum += strategy.apply(rate, random).orElseThrow();
    }
    return sum / JOBS;
  }
}

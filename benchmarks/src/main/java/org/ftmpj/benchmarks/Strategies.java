package org.ftmpj.benchmarks;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.ftmpj.benchmarks.strategy.JobModel;

/**
 * Mean run time under random failures by what is done against them: simulated, with times near to
 * what other benchmarks have measured. There is no coordinated mode in FTMPJ; it is here for
 * comparison. {@link RandomFailures} measures such jobs.
 */
final class Strategies implements Benchmark {
  private static final double HOUR_S = 3600;
  private static final int JOBS = 2_000;
  private static final int QUICK_JOBS = 50;
  private static final double PERCENT = 100;
  private static final long SEED = 1;

  /** What takes more hours is not shown. */
  private static final double MOST = 100;

  /** Failures of the whole job in an hour: from one an hour to one a minute. */
  private static final int[] RATES = {1, 2, 3, 6, 12, 20, 30, 60};

  private static final int RANKS = 4;

  /**
   * Rounded up from the pause for 100 MiB of doubles, see docs/measurements.md; the others are
   * assumed.
   */
  private static final double PAUSE_S = 0.1;

  private static final double RESTART_S = 1.0;
  private static final double RESTART_OF_ALL_S = 2.3;
  private static final double LOGGING = 1.02;

  private record Program(String title, double replay) {
    JobModel model() {
      return new JobModel(HOUR_S, RANKS, PAUSE_S, RESTART_S, RESTART_OF_ALL_S, LOGGING, replay);
    }
  }

  private static final List<Program> PROGRAMS =
      List.of(
          new Program("mean run time, times one hour, a program that computes", 1),
          new Program("mean run time, times one hour, a program that communicates", 8));

  private interface Strategy {
    OptionalDouble job(double rate, SplittableRandom random);
  }

  @Override
  public String name() {
    return "strategies";
  }

  @Override
  public String title() {
    return "a job of an hour whose ranks fail at random (simulated)";
  }

  @Override
  public String axis() {
    return "failures of the job in an hour";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        Variant.EQUATION_1_1,
        Variant.RESTART,
        Variant.COORDINATED,
        Variant.LOGGING,
        Variant.LOGGING_CHECKPOINTS,
        Variant.EQUATION_1_2);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results) {
    for (Program program : PROGRAMS) {
      JobModel model = program.model();
      for (int failures : RATES) {
        double rate = failures / HOUR_S;
        Row row = new Row(program.title, "" + failures, failures, "times");
        OptionalDouble mean =
            switch (variant) {
              case EQUATION_1_1 -> OptionalDouble.of(model.equationOfRestart(rate));
              case EQUATION_1_2 -> OptionalDouble.of(model.equationOfTolerance(rate));
              case RESTART -> mean(model::restarted, rate, quick);
              case COORDINATED -> mean(model::coordinated, rate, quick);
              case LOGGING -> mean(model::logged, rate, quick);
              default -> mean(model::loggedWithCheckpoints, rate, quick);
            };
        mean.stream()
            .map(seconds -> seconds / HOUR_S)
            .filter(times -> times <= MOST)
            .forEach(times -> results.add(row, variant, times));
        results.add(
            new Row("jobs that end if nothing is done", "" + failures, 0, "%"),
            Variant.EQUATION_1_1,
            PERCENT * model.partWithoutFailure(rate));
      }
    }
  }

  /** None if a job of them was given up. */
  private static OptionalDouble mean(Strategy strategy, double rate, boolean quick) {
    SplittableRandom random = new SplittableRandom(SEED);
    int jobs = quick ? QUICK_JOBS : JOBS;
    double sum = 0;
    for (int i = 0; i < jobs; i++) {
      OptionalDouble seconds = strategy.job(rate, random);
      if (seconds.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += seconds.getAsDouble();
    }
    return OptionalDouble.of(sum / jobs);
  }
}

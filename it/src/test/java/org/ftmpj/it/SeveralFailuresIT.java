package org.ftmpj.it;

import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures that come together or follow one another closely. */
class SeveralFailuresIT {
  private static final Sample SAMPLE = Sample.ORDER_WITNESS;

  @RegisterExtension final Jobs jobs = new Jobs();
  private Random random;
  private References.Reference reference;

  @BeforeEach
  void prepare(TestInfo test) throws IOException {
    random = Seed.random(test.getDisplayName());
    System.out.println(test.getDisplayName() + ": seed " + Seed.base());
    reference = References.of(SAMPLE, jobs);
  }

  @ParameterizedTest(name = "two ranks at once at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfTwoRanksAtOnce(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    int[] two = random.ints(0, Sample.RANKS).distinct().limit(2).toArray();
    kills(job).together(0.1 + 0.6 * random.nextDouble(), two);
    verify(job);
  }

  @ParameterizedTest(name = "all ranks at once at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfAllRanksAtOnce(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    int[] all = IntStream.range(0, Sample.RANKS).toArray();
    kills(job).together(0.1 + 0.6 * random.nextDouble(), all);
    verify(job);
  }

  @ParameterizedTest(name = "the same rank again during its recovery at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfARankDuringItsRecovery(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    int rank = random.nextInt(Sample.RANKS);
    kills(job).awaitFraction(0.5 + 0.3 * random.nextDouble());
    ProcessHandle process = job.rank(rank);
    Job.kill(process);
    for (int again = 0; again < 2; again++) {
      process = job.rankAfter(rank, process);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(400)));
      Job.kill(process);
    }
    verify(job);
  }

  @ParameterizedTest(name = "event logger killed and restarted at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfTheEventLogger(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    Kills kills = kills(job);
    for (double fraction : random.doubles(2, 0.05, 0.7).sorted().toArray()) {
      kills.awaitFraction(fraction);
      Job.kill(job.logger());
    }
    kills.together(0.75, random.nextInt(Sample.RANKS));
    verify(job);
  }

  @ParameterizedTest(name = "event logger and a rank killed together at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfTheEventLoggerAndARankAtOnce(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    Kills kills = kills(job);
    kills.awaitFraction(0.1 + 0.6 * random.nextDouble());
    ProcessHandle rank = job.rank(random.nextInt(Sample.RANKS));
    Job.kill(job.logger());
    Job.kill(rank);
    verify(job);
  }

  @ParameterizedTest(name = "as soon as the process is there at level {0}")
  @EnumSource
  void shouldSurviveTheDeathOfRanksThatAreJustStarting(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    for (int rank = 0; rank < Sample.RANKS; rank++) {
      ProcessHandle starting = job.rank(rank);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(300)));
      Job.kill(starting);
    }
    verify(job);
  }

  @ParameterizedTest(name = "at the very end at level {0}")
  @EnumSource
  void shouldSurviveDeathsWhenOthersMayHaveFinished(Level level) throws IOException {
    Job job = jobs.start(SAMPLE.spec().level(level));
    int killed = 0;
    for (int rank = 0; rank < Sample.RANKS; rank++) {
      kills(job).awaitFraction(0.97 + 0.03 * random.nextDouble());
      // One that has ended meanwhile is no failure and stays as it is.
      Optional<ProcessHandle> process = job.rankIfThere(rank);
      process.ifPresent(Job::kill);
      killed += process.isPresent() ? 1 : 0;
    }
    System.out.println("killed at the very end: " + killed);
    verify(job);
  }

  private Kills kills(Job job) {
    return new Kills(job, reference.result().out().size());
  }

  private void verify(Job job) throws IOException {
    Result result = job.result();
    SAMPLE.verify(result, job.directory(), reference);
  }
}

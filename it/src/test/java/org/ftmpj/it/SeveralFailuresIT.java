package org.ftmpj.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures that come together or follow one another closely. */
class SeveralFailuresIT {
  private static final Sample SAMPLE = Sample.ORDER_WITNESS;

  private static final int RANKS = 3;
  private static final JobSpec SPEC = SAMPLE.spec().ranks(RANKS);

  /** Before which, as a part of the output, the failures come that are not meant for the end. */
  private static final double LATEST = 0.6;

  /**
   * So much more output between two of them shows that every rank has got farther: one that dies
   * five times before it does is given up.
   */
  private static final double FARTHER = 0.06;

  @RegisterExtension final Jobs jobs = new Jobs();
  private Random random;
  private References.Reference reference;
  private Job job;

  /** What can fail at once, or shortly after something else. */
  private enum Failure {
    RANKS_JUST_STARTING {
      @Override
      void happen(SeveralFailuresIT test) {
        for (int rank = 0; rank < RANKS; rank++) {
          ProcessHandle starting = test.job.rank(rank);
          test.pause(0, 300);
          Job.kill(starting);
        }
      }
    },

    TWO_RANKS {
      @Override
      void happen(SeveralFailuresIT test) {
        int[] two = test.random.ints(0, RANKS).distinct().limit(2).toArray();
        test.kills().together(0, two);
      }
    },

    ALL_RANKS {
      @Override
      void happen(SeveralFailuresIT test) {
        test.kills().together(0, IntStream.range(0, RANKS).toArray());
      }
    },

    RANK_IN_RECOVERY {
      @Override
      void happen(SeveralFailuresIT test) {
        int rank = test.random.nextInt(RANKS);
        ProcessHandle process = test.job.rank(rank);
        Job.kill(process);
        for (int again = 0; again < 2; again++) {
          process = test.job.rankAfter(rank, process);
          test.pause(200, 400);
          Job.kill(process);
        }
      }
    },

    EVENT_LOGGER {
      @Override
      void happen(SeveralFailuresIT test) {
        Job.kill(test.job.logger());
      }
    },

    EVENT_LOGGER_AND_RANK {
      @Override
      void happen(SeveralFailuresIT test) {
        ProcessHandle rank = test.job.rank(test.random.nextInt(RANKS));
        Job.kill(test.job.logger());
        Job.kill(rank);
      }
    },

    RANKS_AT_THE_VERY_END {
      @Override
      void happen(SeveralFailuresIT test) {
        int killed = 0;
        for (int rank = 0; rank < RANKS; rank++) {
          test.kills().awaitFraction(0.97 + 0.03 * test.random.nextDouble());
          // One that has ended meanwhile is no failure and stays as it is.
          Optional<ProcessHandle> process = test.job.rankIfThere(rank);
          process.ifPresent(Job::kill);
          killed += process.isPresent() ? 1 : 0;
        }
        System.out.println("killed at the very end: " + killed);
      }
    };

    abstract void happen(SeveralFailuresIT test);

    boolean isInTheMiddle() {
      return this != RANKS_JUST_STARTING && this != RANKS_AT_THE_VERY_END;
    }
  }

  @BeforeEach
  void prepare(TestInfo test) throws IOException {
    random = Seed.random(test.getDisplayName());
    System.out.println(test.getDisplayName() + ": seed " + Seed.base());
    reference = References.of(SAMPLE, SPEC, jobs);
  }

  static Stream<Level> levels() {
    return Seed.one("several failures", Level.values());
  }

  @ParameterizedTest(name = "all of them in one job at level {0}")
  @MethodSource("levels")
  @Rotated(kind = "losses of hosts", turns = 1)
  void shouldSurviveAllOfThemInOneJob(Level level) throws IOException {
    List<Failure> middle =
        new ArrayList<>(Arrays.stream(Failure.values()).filter(Failure::isInTheMiddle).toList());
    Collections.shuffle(middle, random);
    System.out.println("in this order: " + middle);
    job = jobs.start(SPEC.level(level));
    Failure.RANKS_JUST_STARTING.happen(this);
    for (int i = 0; i < middle.size(); i++) {
      double planned = LATEST * (i + random.nextDouble()) / middle.size();
      kills().awaitFraction(Math.max(planned, kills().fraction() + FARTHER));
      middle.get(i).happen(this);
    }
    Failure.RANKS_AT_THE_VERY_END.happen(this);
    verify();
  }

  @Tag("long")
  @ParameterizedTest(name = "{0} at level {1}")
  @CsvSource({
    "RANKS_JUST_STARTING,PROCESS",
    "RANKS_JUST_STARTING,HOST",
    "TWO_RANKS,PROCESS",
    "TWO_RANKS,HOST",
    "ALL_RANKS,PROCESS",
    "ALL_RANKS,HOST",
    "RANK_IN_RECOVERY,PROCESS",
    "RANK_IN_RECOVERY,HOST",
    "EVENT_LOGGER,PROCESS",
    "EVENT_LOGGER,HOST",
    "EVENT_LOGGER_AND_RANK,PROCESS",
    "EVENT_LOGGER_AND_RANK,HOST",
    "RANKS_AT_THE_VERY_END,PROCESS",
    "RANKS_AT_THE_VERY_END,HOST"
  })
  void shouldSurviveEachOfThem(Failure failure, Level level) throws IOException {
    job = jobs.start(SPEC.level(level));
    if (failure.isInTheMiddle()) {
      kills().awaitFraction(0.1 + 0.6 * random.nextDouble());
    }
    failure.happen(this);
    verify();
  }

  private void pause(int leastMs, int rangeMs) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(leastMs + random.nextInt(rangeMs)));
  }

  private Kills kills() {
    return new Kills(job, reference.result().out().size());
  }

  private void verify() throws IOException {
    Result result = job.lateResult();
    SAMPLE.verify(result, job.directory(), reference);
  }
}

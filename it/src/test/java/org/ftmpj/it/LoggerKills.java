package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.generate.Told;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.LoggerTroubles;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.generated.Generated;
import org.ftmpj.it.program.generated.Setup;
import org.junit.jupiter.api.Test;

/**
 * Jobs on one host at level {@code quorum}, samples and generated programs, whose ranks are killed
 * many times while their three event loggers fail in turns. No test of every build; docs/testing.md
 * says how to run it.
 */
class LoggerKills {
  /** So many at least, unless the minutes are over. */
  private static final int KILLS = Integer.getInteger("logger.kills", 100);

  private static final int MINUTES = Integer.getInteger("logger.minutes", 60);

  /** Names of samples, with commas, or {@link #GENERATED}; all if there are none. */
  private static final String PROGRAMS = System.getProperty("logger.programs", "");

  private static final String GENERATED = "GENERATED";

  /** So many entries of the list of programs are generated ones. */
  private static final int GENERATED_SEEDS = 5;

  private static final int RANKS = 3;
  private static final int KILLS_OF_JOB = 8;
  private static final int ROUNDS = 40;

  private final Random random = Seed.random("logger kills");
  private int kills;
  private int troubles;
  private int waits;

  /**
   * A program.
   *
   * @param sample null if it is generated
   * @param seed of the generated one
   */
  private record Trial(Sample sample, long seed) {
    @Override
    public String toString() {
      return sample == null ? GENERATED + " " + seed : sample.name();
    }
  }

  @Test
  void shouldComputeTheSame() throws IOException {
    long endNs = System.nanoTime() + MINUTES * 60_000_000_000L;
    System.out.println("logger kills: seed " + Seed.base());
    List<Trial> trials = trials();
    List<String> failed = new ArrayList<>();
    int runs = 0;
    while (kills < KILLS && System.nanoTime() < endNs) {
      Trial trial = trials.get(runs % trials.size());
      String run = "run " + ++runs + " " + trial;
      Jobs jobs = new Jobs();
      jobs.begin();
      String verdict = verdict(jobs, run, trial);
      try {
        jobs.end(!verdict.equals("right"), "LoggerKills", run);
      } catch (AssertionError e) {
        verdict = e.getMessage();
      }
      if (!verdict.equals("right")) {
        failed.add(run + ": " + verdict.lines().findFirst().orElse(""));
      }
    }
    System.out.printf(
        "%d runs, %d kills of ranks, %d failures of loggers, %d times told that a majority was"
            + " waited for; failed: %s%n",
        runs, kills, troubles, waits, failed);
    assertThat(failed).isEmpty();
  }

  private List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (Sample sample : Sample.values()) {
      // They take longer than all others, and have no other failures here.
      if (sample != Sample.TABLE && sample != Sample.LARGE) {
        trials.add(new Trial(sample, 0));
      }
    }
    for (int i = 0; i < GENERATED_SEEDS; i++) {
      trials.add(new Trial(null, random.nextInt(1000)));
    }
    List<String> wanted = Arrays.asList(PROGRAMS.split(","));
    trials.removeIf(
        trial -> !PROGRAMS.isEmpty() && !wanted.contains(trial.toString().split(" ")[0]));
    Collections.shuffle(trials, random);
    return trials;
  }

  /** Runs a program and says whether it was right. */
  private String verdict(Jobs jobs, String run, Trial trial) {
    int killsBefore = kills;
    int troublesBefore = troubles;
    long startNs = System.nanoTime();
    String verdict = "right";
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      if (trial.sample == null) {
        generated(jobs, loggers, trial);
      } else {
        sample(jobs, loggers, trial);
      }
    } catch (AssertionError | IOException | RuntimeException e) {
      verdict = e.toString();
    }
    System.out.printf(
        "%s: %d ranks killed, %d failures of loggers, %d ms, %s%n",
        run,
        kills - killsBefore,
        troubles - troublesBefore,
        (System.nanoTime() - startNs) / 1_000_000,
        verdict);
    return verdict;
  }

  private void sample(Jobs jobs, EventLoggers loggers, Trial trial) throws IOException {
    JobSpec spec = trial.sample.spec().ranks(RANKS);
    References.Reference reference = References.of(trial.sample, spec, jobs);
    Job job = jobs.start(loggers.of(spec));
    Result result = torture(job, loggers, reference.result().out().size());
    trial.sample.verify(result, job.directory(), reference);
  }

  /** It knows itself whether it is right. */
  private void generated(Jobs jobs, EventLoggers loggers, Trial trial) {
    Setup setup = Setup.of(trial.seed, ROUNDS).withBytes(1 << 20);
    JobSpec spec =
        JobSpec.of(Generated.class, setup.arguments())
            .ranks(RANKS)
            .jvm("-Xmx512m", "-XX:MaxDirectMemorySize=1g");
    Job job = jobs.start(loggers.of(spec));
    Result result = torture(job, loggers, ROUNDS * RANKS);
    Told.verify(result, RANKS, job.directory());
  }

  /**
   * Kills ranks and loggers until the job ends.
   *
   * @param lines about as many as it prints
   */
  private Result torture(Job job, EventLoggers loggers, int lines) {
    // A logger that is away when the job begins has lost all, and one loses its store later.
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 0);
    try (LoggerTroubles meanwhile = LoggerTroubles.start(loggers, new Random(random.nextLong()))) {
      kills += new Kills(job, lines).anyRanks(KILLS_OF_JOB, random).size();
      Result result = job.lateResult();
      troubles += meanwhile.end();
      waits += (int) job.notices("FTMPJ-1405");
      return result;
    }
  }
}

package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.Plan;
import org.junit.jupiter.api.Test;

/**
 * Chains of restarts: a rank of each sample and NAS kernel takes a checkpoint at each of its calls
 * of MPI, one after the other, and is killed after some of them, before anything follows, so that
 * the next incarnation goes on just there. No test of every build; CONTRIBUTING says how to run it.
 */
class CheckpointChains {
  private static final int MINUTES = Integer.getInteger("chains.minutes", 600);

  /** Of the rank, in each program. */
  private static final int DEATHS = Integer.getInteger("chains.deaths", 20);

  /** At so many calls of the rank there is a checkpoint. */
  private static final int CALLS = Integer.getInteger("chains.calls", 300);

  /** Names, with commas; all if there are none. */
  private static final String PROGRAMS = System.getProperty("chains.programs", "");

  private final Random random = Seed.random("checkpoint chains");
  private int restarts;
  private int checkpoints;

  /** A program that is run on some ranks. */
  private interface Trial {
    JobSpec spec();

    void verify(Jobs jobs, Job job, Result result) throws IOException;
  }

  private record SampleTrial(Sample sample) implements Trial {
    private static final int RANKS = 3;

    @Override
    public JobSpec spec() {
      return sample.brief().ranks(RANKS);
    }

    @Override
    public void verify(Jobs jobs, Job job, Result result) throws IOException {
      sample.verify(result, job.directory(), References.of(sample, spec(), jobs));
    }

    @Override
    public String toString() {
      return sample.name();
    }
  }

  private record KernelTrial(NasIT.Kernel kernel) implements Trial {
    @Override
    public JobSpec spec() {
      return kernel.spec().ranks(2);
    }

    @Override
    public void verify(Jobs jobs, Job job, Result result) {
      assertThat(result.exitCode()).as(result.errText()).isZero();
      result.requireOutputOf(jobs.start(spec()).lateResult());
      assertThat(result.out(0)).contains(NasIT.VERIFIED);
    }

    @Override
    public String toString() {
      return kernel.name();
    }
  }

  @Test
  void shouldGoOnFromEachCall() throws IOException {
    long endNs = System.nanoTime() + MINUTES * 60_000_000_000L;
    System.out.println("checkpoint chains: seed " + Seed.base());
    List<String> failed = new ArrayList<>();
    for (Trial trial : trials()) {
      if (System.nanoTime() > endNs) {
        break;
      }
      Jobs jobs = new Jobs();
      jobs.begin();
      String wrong = "";
      try {
        chain(jobs, trial, random.nextInt(trial.spec().ranks()));
      } catch (AssertionError | IOException | RuntimeException e) {
        wrong = e.toString();
      }
      try {
        jobs.end(!wrong.isEmpty(), "CheckpointChains", trial.toString());
      } catch (AssertionError e) {
        wrong = e.toString();
      }
      if (!wrong.isEmpty()) {
        System.out.println(trial + " FAILED: " + wrong);
        failed.add(trial.toString());
      }
    }
    System.out.printf(
        "%d checkpoints, %d restarts from one, failed: %s%n", checkpoints, restarts, failed);
    assertThat(failed).isEmpty();
  }

  private List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    Arrays.stream(Sample.values()).map(SampleTrial::new).forEach(trials::add);
    Arrays.stream(NasIT.Kernel.values()).map(KernelTrial::new).forEach(trials::add);
    List<String> wanted = Arrays.asList(PROGRAMS.split(","));
    trials.removeIf(trial -> !PROGRAMS.isEmpty() && !wanted.contains(trial.toString()));
    Collections.shuffle(trials, random);
    return trials;
  }

  /** First without a death, which tells at how many calls there is a checkpoint. */
  private void chain(Jobs jobs, Trial trial, int rank) throws IOException {
    Plan first = new Plan(jobs.directory().resolve("first")).chain(rank, 0, 1, CALLS);
    Job undisturbed = start(jobs, trial, first);
    trial.verify(jobs, undisturbed, undisturbed.lateResult());
    int calls = (int) first.count(rank, 1, Place.CHECKPOINT_NAMED);
    System.out.printf(
        "%s, rank %d: checkpoints at %d calls %s%n",
        trial, rank, calls, undisturbed.errors("no checkpoint can be taken: "));
    if (calls == 0) {
      return;
    }
    int deaths = Math.min(DEATHS, calls);
    Plan plan =
        new Plan(jobs.directory().resolve("plan")).chain(rank, deaths, calls / deaths, CALLS);
    Job job = start(jobs, trial, plan);
    Result result = job.lateResult();
    trial.verify(jobs, job, result);
    int died = (int) job.notices("died: signal 9");
    int restarted = (int) job.notices(CheckpointIT.RESTARTED);
    int taken = 0;
    for (int incarnation = 1; incarnation <= died + 1; incarnation++) {
      taken += (int) plan.count(rank, incarnation, Place.CHECKPOINT_NAMED);
    }
    System.out.printf(
        "%s, rank %d: %d checkpoints, %d deaths, %d restarts from a checkpoint, %d ms%n",
        trial, rank, taken, died, restarted, result.milliseconds());
    restarts += restarted;
    checkpoints += taken + calls;
    assertThat(restarted).as(result.errText()).isEqualTo(died);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
  }

  private static Job start(Jobs jobs, Trial trial, Plan plan) {
    return jobs.start(trial.spec().with("--checkpoint-every", "1h").jvm(plan.jvmArgument()));
  }
}

package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.Plan;

/**
 * A run in which a rank takes a checkpoint at each call of MPI at which it can, and is killed after
 * some of them, before anything follows: each incarnation goes on just there.
 *
 * @param refusals what was said of calls without a checkpoint
 * @param checkpoints of all incarnations
 */
record Chain(int checkpoints, int deaths, List<String> refusals, long milliseconds) {
  private static final String REFUSED = "no checkpoint can be taken: ";

  /** How often the ranks take checkpoints that are not killed. */
  private static final String OTHERS = "100ms";

  /** A program that is run on some ranks. */
  sealed interface Program {
    JobSpec spec();

    /** A checkpoint that the chain asks for is taken when one is due by the clock. */
    default String every() {
      return "1ms";
    }

    /** Asserts that a run did what one without failures does. */
    void verify(Jobs jobs, Job job, Result result) throws IOException;
  }

  /** A sample, or the functional table. */
  record OfSample(Sample sample) implements Program {
    private static final int RANKS = 3;

    @Override
    public JobSpec spec() {
      return sample.brief().ranks(RANKS);
    }

    @Override
    public String every() {
      return switch (sample) {
        case TABLE -> "5ms";
        // It has ten thousand calls, and images of 35 MB.
        case LARGE -> "20ms";
        default -> Program.super.every();
      };
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

  /** A NAS kernel, class S. */
  record OfKernel(NasIT.Kernel kernel) implements Program {
    @Override
    public JobSpec spec() {
      boolean isSquare = kernel == NasIT.Kernel.BT || kernel == NasIT.Kernel.SP;
      return kernel.spec().ranks(isSquare ? 4 : 2);
    }

    @Override
    public void verify(Jobs jobs, Job job, Result result) {
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out(0)).contains(NasIT.VERIFIED);
      result.requireOutputOf(jobs.start(spec()).lateResult());
    }

    @Override
    public String toString() {
      return kernel.name();
    }
  }

  /** All of them. */
  static List<Program> programs() {
    List<Program> programs = new ArrayList<>();
    for (Sample sample : Sample.values()) {
      programs.add(new OfSample(sample));
    }
    for (NasIT.Kernel kernel : NasIT.Kernel.values()) {
      programs.add(new OfKernel(kernel));
    }
    return programs;
  }

  /**
   * Runs a program and asserts that it does what it does without a failure, and that each restart
   * is from a checkpoint.
   *
   * @param deaths of that rank, if it takes so many checkpoints
   * @param stride about so many checkpoints after each start
   * @param most so many after the last one
   */
  static Chain of(Jobs jobs, Program program, int rank, int deaths, int stride, int most)
      throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("plan" + deaths))
            .chain(rank, deaths, stride, most, program.every());
    JobSpec spec = program.spec().with("--checkpoint-every", OTHERS).jvm(plan.jvmArgument());
    Job job = jobs.start(spec);
    Result result = job.lateResult();
    program.verify(jobs, job, result);
    int died = (int) job.notices("died: signal 9");
    int taken = 0;
    for (int incarnation = 1; incarnation <= died + 1; incarnation++) {
      taken += (int) plan.count(rank, incarnation, Place.CHECKPOINT_NAMED);
    }
    assertThat(job.notices(CheckpointIT.RESTARTED)).as(result.errText()).isEqualTo(died);
    assertThat(job.notices(Notices.RECOVERED)).as(result.errText()).isEqualTo(died);
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    return new Chain(taken, died, job.errors(REFUSED), result.milliseconds());
  }

  @Override
  public String toString() {
    return "%d checkpoints, %d deaths, %d ms %s"
        .formatted(checkpoints, deaths, milliseconds, refusals);
  }
}

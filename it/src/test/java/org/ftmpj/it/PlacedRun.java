package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;

/** A run of a sample in which ranks are killed by plan, and some besides at any time. */
final class PlacedRun {
  private final Sample sample;
  private final JobSpec spec;
  private final Level level;
  private final Plan plan;
  private List<Kills.Moment> timed = List.of();
  private long fromCheckpoints;

  /**
   * @param spec how the sample is run
   * @param plan without kills as yet
   */
  PlacedRun(Sample sample, JobSpec spec, Level level, Plan plan) {
    this.sample = sample;
    this.spec = spec;
    this.level = level;
    this.plan = plan;
  }

  /**
   * Runs it and asserts that it did what the reference did.
   *
   * @param kills to plan
   * @param others so many more, of random ranks at random moments
   * @return milliseconds
   */
  long run(
      Jobs jobs, References.Reference reference, List<PlacedKill> kills, int others, Random random)
      throws IOException {
    kills.forEach(plan::kill);
    Job job = jobs.start(spec.level(level).jvm(plan.jvmArgument()));
    timed = new Kills(job, reference.result().out().size()).anyRanks(others, random);
    Result result = job.lateResult();
    fromCheckpoints = job.notices(CheckpointIT.RESTARTED);
    sample.verify(result, job.directory(), reference);
    for (PlacedKill hit : plan.hits()) {
      if (hit.place() != Place.ENDED) {
        assertThat(result.errText())
            .contains(
                "rank %d (incarnation %d) died: signal 9".formatted(hit.rank(), hit.incarnation()));
      }
    }
    return result.milliseconds();
  }

  Level level() {
    return level;
  }

  Plan plan() {
    return plan;
  }

  /** Kills besides those of the plan. */
  List<Kills.Moment> timed() {
    return timed;
  }

  /** How many restarts were from a checkpoint. */
  long fromCheckpoints() {
    return fromCheckpoints;
  }

  /** What became of the plan, in words. */
  String describe() {
    return "killed at %s and %d more, not reached %s, %d restarts from a checkpoint"
        .formatted(plan.hits(), timed.size(), plan.missed(), fromCheckpoints);
  }
}

package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.views.SeesItself;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A program sees of itself what it sees without FTMPJ, be it in reflection, stack traces, texts or
 * identities: from its start, and when it goes on from a checkpoint.
 */
@Rotated(kind = "programs and what they see", turns = 1)
class ViewsIT {
  private static final int RANKS = 2;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldSeeItselfAsWithoutProtection() throws Exception {
    JobSpec spec = JobSpec.of(SeesItself.class).ranks(RANKS);
    Result stock = jobs.start(spec.stock()).lateResult();
    assertThat(stock.exitCode()).as(stock.errText()).isZero();
    assertThat(stock.out()).hasSizeGreaterThan(300);
    Plan plan =
        new Plan(jobs.directory().resolve("places"))
            .kill(new PlacedKill(0, 1, Place.CHECKPOINT_NAMED, 2));
    Job job =
        jobs.start(
            spec.with("--checkpoint-every", "1h")
                .jvm("-Dft.checkpoint.messages=8", plan.jvmArgument()));
    Result killed = job.lateResult();
    assertThat(killed.exitCode()).as(killed.errText()).isZero();
    assertThat(killed.out()).isEqualTo(stock.out());
    assertThat(job.errors("no checkpoint can be taken: ")).isEmpty();
    assertThat(job.notices(CheckpointIT.RESTARTED)).isEqualTo(job.notices(Notices.RECOVERED));
  }
}

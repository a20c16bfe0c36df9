package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs over several hosts of which the first ones have an event logger each. */
@Rotated(kind = "level quorum", turns = 1)
class LoggersOnHostsIT {
  private static final int RANKS = 4;

  @RegisterExtension final Jobs jobs = new Jobs();

  private final Sample sample = Sample.ORDER_WITNESS;
  private final Random random = Seed.random("loggers on hosts");

  @Test
  void shouldSurviveTheLossOfAHostWithItsLogger() throws Exception {
    References.Reference reference = References.of(sample, sample.spec().ranks(RANKS), jobs);
    JobSpec spec = sample.spec().ranks(RANKS).with("--loggers", "3");
    Job job = jobs.start(LocalHosts.in(jobs.directory()).on("a,b,c", spec));
    Kills kills = new Kills(job, reference.result().out().size());
    kills.awaitFraction(0.1 * random.nextDouble());
    Job.kill(job.logger());
    kills.awaitFraction(0.2 + 0.3 * random.nextDouble());
    assertThat(HostLoss.of(job, 1 + random.nextInt(3))).isTrue();
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText())
        .contains("the event logger died", "restarting")
        .contains("FTMPJ-1701", "is away");
  }
}

package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job that starts three event loggers itself. */
class OwnLoggersIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  private final Sample sample = Sample.ORDER_WITNESS;
  private final Random random = Seed.random("own loggers");

  /** One stands still, and another one is killed later. */
  @Test
  @Rotated(kind = "level quorum", turns = 4)
  void shouldRestartALoggerAndGoOnWithoutAnotherOne() throws Exception {
    JobSpec spec = sample.spec().ranks(RANKS).with("--loggers", "3", "--record");
    References.Reference reference = References.of(sample, sample.spec().ranks(RANKS), jobs);
    Job job = jobs.start(spec);
    Kills kills = new Kills(job, reference.result().out().size());
    kills.awaitFraction(0.1 * random.nextDouble());
    ProcessHandle stopped = job.logger();
    Job.signal(stopped, "STOP");
    kills.together(0.1 + 0.1 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.3);
    ProcessHandle rank = job.rank(0); // So the job is not over before.
    Job.signal(rank, "STOP");
    Result status = new Recorded(job).ftmpj("status", new Recorded(job).id());
    Job.signal(rank, "CONT");
    assertThat(status.out())
        .anyMatch(line -> line.text().matches("event logger( process [0-9]+ at [^ ]+,?){3}"));
    Job.signal(stopped, "CONT");
    kills.awaitFraction(0.3 + 0.1 * random.nextDouble());
    Job.kill(job.logger());
    kills.together(0.4 + 0.1 * random.nextDouble(), random.nextInt(RANKS));
    Result result = job.result();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText())
        .contains("the event logger died: ")
        .contains("recovered as incarnation 2")
        .containsOnlyOnce("`ftmpj verify` cannot repeat ranks")
        .doesNotContain("repeats its ranks");
    Result verified = new Recorded(job).ftmpj("verify", new Recorded(job).id());
    assertThat(verified.out()).anyMatch(line -> line.text().contains("FTMPJ-1607"));
  }

  @Test
  @Rotated(kind = "level quorum", turns = 6)
  void shouldServeHostsThatAreLost() throws Exception {
    References.Reference reference = References.of(sample, sample.spec().ranks(RANKS), jobs);
    JobSpec spec = sample.spec().ranks(RANKS).with("--loggers", "3");
    Job job = jobs.start(LocalHosts.in(jobs.directory()).on("a,b", spec));
    Kills kills = new Kills(job, reference.result().out().size());
    kills.awaitFraction(0.1 * random.nextDouble());
    Job.kill(job.logger());
    kills.awaitFraction(0.1 + 0.3 * random.nextDouble());
    HostLoss.of(job, 1 + random.nextInt(2));
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText()).contains("FTMPJ-1701", "the event logger died");
  }
}

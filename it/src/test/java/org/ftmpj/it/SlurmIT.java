package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.ftmpj.it.cluster.SlurmCluster;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs within a job of Slurm, on three nodes, which are all this machine. */
class SlurmIT {
  private static final int NODES = 3;
  private static final int CALLED_WRONGLY = 64;

  @RegisterExtension final Jobs jobs = new Jobs();

  private SlurmCluster cluster; // null in a test that needs none

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** The same job with a task on each node. */
  private JobSpec on(JobSpec spec) throws IOException {
    cluster = SlurmCluster.start(jobs.directory().resolve("cluster"), NODES);
    return spec.by(cluster.within("--nodes=3", "--ntasks=3", "--no-kill"))
        .with("--bind", "127.0.0.1")
        .with("--remote-ftmpj", LocalHosts.ftmpj(jobs.directory()).toString());
  }

  @Test
  void shouldRunOnTheNodesOfItsJobAndSurviveTheDeathOfRanks() throws IOException {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(NODES);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(on(spec));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    for (int rank = 0; rank < NODES; rank++) {
      assertThat(cluster.nodeOf(job.rank(rank))).as("rank " + rank).contains("h" + (rank + 1));
    }
    Random random = Seed.random("Slurm");
    new Kills(job, reference.result().out().size()).everyRankOnce(random);
    Result result = job.lateResult();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
  }

  @Test
  void shouldComputeTheSameWhenANodeIsLost() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(NODES);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(on(spec.level(Level.HOST)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    cluster.killNode(2);
    Result result = job.lateResult();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("FTMPJ-1701: host h2 is lost");
    // That of the daemon.
    HostsIT.clean(job, 1);
  }

  @Test
  void shouldHaveAsManyRanksAsTheJobOfSlurmHasTasks() throws Exception {
    try (Command run =
        Command.start(jobs.directory(), Map.of("SLURM_NTASKS", "2000"), "run", "Main")) {
      Result result = run.result();
      assertThat(result.exitCode()).isEqualTo(CALLED_WRONGLY);
      assertThat(result.errText()).contains("-np must be 1 to 1024").doesNotContain("required");
    }
  }
}

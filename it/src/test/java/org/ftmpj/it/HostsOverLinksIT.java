package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job on hosts that are network namespaces with two links, which lose packets and are cut. */
@Rotated(
    kind = "networks",
    turns = {1, 5})
class HostsOverLinksIT {
  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldComputeTheSameOverTwoLinksOfWhichOneIsBadWhenEveryRankIsKilledOnce() throws Exception {
    Random random = Seed.random("hosts over links");
    System.out.println("hosts over links: seed " + Seed.base());
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    // The launcher is on the first, ranks are on the others.
    try (HostsNetwork network = TestHosts.of(3)) {
      // At level host ranks reach the event logger over the first link only.
      Job job = jobs.start(on(network, spec.level(Level.PROCESS)));
      Kills kills = new Kills(job, reference.result().out().size());
      network.lose(1, 5);
      kills.awaitFraction(0.1);
      network.cut(2, 0);
      kills.everyRankOnce(random);
      network.restore(2, 0);
      Result result = job.lateResult();
      sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
      assertThat(result.errText()).contains("recovered as incarnation 2");
    }
  }

  private JobSpec on(HostsNetwork network, JobSpec spec) {
    return spec.by(network.on(0, List.of()))
        .with("--hosts", network.host(1) + "," + network.host(2))
        .with("--bind", network.address(0, 0) + "," + network.address(0, 1))
        .with("--remote-shell", "ip netns exec")
        .with("--remote-ftmpj", LocalHosts.ftmpj(jobs.directory()).toString());
  }
}

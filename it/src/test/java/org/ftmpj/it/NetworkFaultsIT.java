package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.Relay;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.net.Weather;
import org.ftmpj.it.program.Storm;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs on several hosts, network namespaces, whose links lose packets, are slow, and are cut, with
 * ranks that are killed meanwhile.
 */
class NetworkFaultsIT {
  private static final double LOST_PERCENT = 5;
  private static final int BYTES = 200_000;

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<Sample> samples() {
    return Seed.some(1, "samples under network faults", Sample.values());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldComputeTheSame(Sample sample) throws IOException {
    Random random = Seed.random("network faults", sample.name());
    Level level = random.nextBoolean() ? Level.HOST : Level.PROCESS;
    JobSpec spec = sample.spec().ranks(3);
    References.Reference reference = References.of(sample, spec, jobs);
    try (HostsNetwork network = TestHosts.of(3 + random.nextInt(2))) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      lose(network);
      network.shape(1, random.nextInt(HostsNetwork.LINKS), "100mbit");
      Job job = jobs.start(hosts.on(spec.level(level)));
      Result result;
      try (Weather weather = new Weather(network, random)) {
        new Kills(job, reference.result().out().size()).everyRankOnce(random);
        result = job.lateResult();
        System.out.printf(
            "%s on %d hosts at level %s: %d cuts, %d ms%n",
            sample, network.hosts() - 1, level, weather.cuts(), result.milliseconds());
      }
      sample.verify(result, job.directory(), reference);
      assertThat(result.errText()).contains("recovered as incarnation 2");
    }
  }

  /** Bits are flipped, and pieces doubled and moved, above TCP. */
  @Test
  void shouldLoseDoubleOrChangeNoMessage() {
    int messages = 1_000;
    Random random = Seed.random("storm");
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      lose(network);
      try (Relay relay = Relay.at(network, 2, 0, Seed.base())) {
        relay.flip(1e-6);
        relay.twice(0.001);
        relay.move(0.001);
        Job job = jobs.start(hosts.on(storm(messages)));
        new Kills(job, 3 * messages / Storm.MESSAGES_OF_A_LINE).together(0.3, random.nextInt(3));
        Result result = job.lateResult();
        System.out.println("Storm: " + relay.flip(0) + ", " + result.milliseconds() + " ms");
        requireAll(result, messages);
        assertThat(relay.flip(0).connections()).isPositive();
      }
    }
  }

  @Test
  void shouldWaitWhileAllLinksOfAHostAreCut() {
    int messages = 6_000;
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      Job job = jobs.start(hosts.on(storm(messages)));
      new Kills(job, 3 * messages / Storm.MESSAGES_OF_A_LINE).awaitFraction(0.2);
      for (int link = 0; link < HostsNetwork.LINKS; link++) {
        network.cut(2, link);
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
      assertThat(job.isAlive()).isTrue();
      for (int link = 0; link < HostsNetwork.LINKS; link++) {
        network.restore(2, link);
      }
      requireAll(job.lateResult(), messages);
    }
  }

  private static JobSpec storm(int messages) {
    return JobSpec.of(Storm.class, "" + messages, "" + BYTES).ranks(3);
  }

  private static void requireAll(Result result, int messages) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < 3; rank++) {
      assertThat(result.out(rank)).contains(Storm.line(messages));
    }
  }

  private static void lose(HostsNetwork network) {
    for (int link = 0; link < HostsNetwork.LINKS; link++) {
      network.lose(link, LOST_PERCENT);
    }
  }
}

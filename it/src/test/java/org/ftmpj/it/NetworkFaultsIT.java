package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.BadNetwork;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.Storm;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs on several hosts, network namespaces, whose network fails in all ways ({@link BadNetwork}),
 * with ranks that are killed meanwhile. A build runs one program, {@code -Dtest.full=true} all over
 * 2, 3 and 4 hosts, and many more messages.
 */
class NetworkFaultsIT {
  private static final int FEWEST_HOSTS = 2;
  private static final int MOST_HOSTS = 4;
  private static final int BYTES = 200_000;

  /** So many messages are under way from each rank to each. */
  private static final int TOGETHER = Integer.getInteger("storm.together", 100);

  @RegisterExtension final Jobs jobs = new Jobs();

  /**
   * A program over some hosts.
   *
   * @param sample null if it is a kernel
   */
  record Trial(Sample sample, NasIT.Kernel kernel, int hosts, Level level) {
    @Override
    public String toString() {
      return "%s on %d hosts at level %s".formatted(sample == null ? kernel : sample, hosts, level);
    }
  }

  static Stream<Trial> trials() {
    Stream<Trial> samples =
        Stream.of(Sample.values())
            .flatMap(
                sample ->
                    IntStream.rangeClosed(FEWEST_HOSTS, MOST_HOSTS)
                        .mapToObj(
                            hosts ->
                                new Trial(sample, null, hosts, level(sample.ordinal() + hosts))));
    Stream<Trial> kernels =
        Stream.of(NasIT.Kernel.values())
            .flatMap(
                kernel ->
                    IntStream.of(FEWEST_HOSTS, MOST_HOSTS)
                        .boxed()
                        .flatMap(
                            hosts ->
                                Stream.of(Level.values())
                                    .map(level -> new Trial(null, kernel, hosts, level))));
    // Each over four hosts takes a minute or two.
    Trial[] all =
        Stream.concat(samples, kernels)
            .filter(trial -> Boolean.getBoolean("test.full") || trial.hosts < MOST_HOSTS)
            .toArray(Trial[]::new);
    return Seed.one("programs under network faults", all);
  }

  private static Level level(int number) {
    return Level.values()[number % Level.values().length];
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trials")
  @Rotated(kind = "networks", turns = 0)
  void shouldComputeTheSame(Trial trial) throws IOException {
    Random random = Seed.random("network faults", trial.toString());
    if (trial.sample == null) {
      verify(trial, random);
    } else {
      compare(trial, random);
    }
  }

  private void compare(Trial trial, Random random) throws IOException {
    JobSpec spec = trial.sample.spec().ranks(Math.max(3, trial.hosts));
    References.Reference reference = References.of(trial.sample, spec, jobs);
    try (BadNetwork network = BadNetwork.of(trial.hosts, jobs.directory(), random)) {
      Job job = jobs.start(network.on(spec.level(trial.level)));
      int kills = new Kills(job, reference.result().out().size()).everyRankOnce(random).size();
      Result result = job.lateResult();
      say(trial, network, kills, result);
      Result whole = result.inWholeLines(reference.result());
      trial.sample.verify(whole, job.directory(), reference);
      assertThat(result.errText()).contains("recovered as incarnation 2");
    }
  }

  /** A kernel says itself whether it is right. */
  private void verify(Trial trial, Random random) {
    Plan plan = new Plan(jobs.directory().resolve("places"));
    NasIT.kills(trial.kernel).forEach(plan::kill);
    try (BadNetwork network = BadNetwork.of(trial.hosts, jobs.directory(), random)) {
      JobSpec spec = trial.kernel.spec().level(trial.level).jvm(plan.jvmArgument());
      Result result = jobs.start(network.on(spec)).lateResult();
      say(trial, network, plan.hits().size(), result);
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out(0)).contains(NasIT.VERIFIED);
      assertThat(plan.hits()).isNotEmpty();
      assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    }
  }

  private static void say(Object what, BadNetwork network, int kills, Result result) {
    System.out.printf(
        "%s: %d kills, %s, %d ms%n", what, kills, network.done(), result.milliseconds());
  }

  /**
   * With {@code -Dstorm.messages=N} so many from each rank to each, {@code -Dstorm.together=N} of
   * them under way; with {@code -Dstorm.hosts=N} one rank on each of so many hosts.
   */
  @Test
  @Rotated(kind = "networks", turns = 6)
  void shouldLoseDoubleOrChangeNoMessage() {
    int messages =
        Integer.getInteger("storm.messages", Boolean.getBoolean("test.full") ? 167_000 : 3_000);
    int ranks = Integer.getInteger("storm.hosts", 3);
    Random random = Seed.random("storm", ranks);
    Level level = level(random.nextInt(2));
    try (BadNetwork network = BadNetwork.of(ranks, jobs.directory(), random)) {
      JobSpec spec = storm(ranks, messages, TOGETHER).level(level);
      Job job = jobs.start(network.on(spec));
      Kills kills = new Kills(job, ranks * lines(messages, TOGETHER));
      int killed = kills.together(0.2, random.nextInt(ranks)).size();
      killed += kills.anyRanks(ranks, random).size();
      Result result = job.lateResult();
      String what = "%d messages at level %s".formatted(messages * ranks * (ranks - 1), level);
      say(what, network, killed, result);
      requireAll(result, ranks, messages, TOGETHER);
    }
  }

  @Test
  @Rotated(kind = "networks", turns = 7)
  void shouldWaitWhileAllLinksOfAHostAreCut() {
    int messages = 3_000;
    try (HostsNetwork network = TestHosts.of(3)) {
      NetworkJobs hosts = new NetworkJobs(network, jobs.directory());
      Job job = jobs.start(hosts.on(storm(3, messages, 1)));
      new Kills(job, 3 * lines(messages, 1)).awaitFraction(0.2);
      for (int link = 0; link < HostsNetwork.LINKS; link++) {
        network.cut(2, link);
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
      assertThat(job.isAlive()).isTrue();
      for (int link = 0; link < HostsNetwork.LINKS; link++) {
        network.restore(2, link);
      }
      requireAll(job.lateResult(), 3, messages, 1);
    }
  }

  private static JobSpec storm(int ranks, int messages, int together) {
    return JobSpec.of(Storm.class, "" + messages, "" + BYTES, "" + together).ranks(ranks);
  }

  /** Of a rank. */
  private static int lines(int messages, int together) {
    return messages / Math.max(together, Storm.MESSAGES_OF_A_LINE);
  }

  private static void requireAll(Result result, int ranks, int messages, int together) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(result.out(rank)).hasSize(lines(messages, together));
      assertThat(result.out(rank)).contains(Storm.line(messages));
    }
  }
}

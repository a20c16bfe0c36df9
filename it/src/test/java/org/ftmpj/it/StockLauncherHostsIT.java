package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.MpjDaemon;
import org.ftmpj.it.job.MpjRun;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.EndsEarly;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MPJ Express's own daemons and starter on several hosts, and of ours nothing but the flag. */
@Timeout(300)
class StockLauncherHostsIT {
  private static final JobSpec ENDLESS = JobSpec.of(Ring.class, "100000", "100000").ranks(2);

  @RegisterExtension final Jobs jobs = new Jobs();
  @TempDir Path directory;
  private HostsNetwork network;
  private List<MpjDaemon> daemons = List.of();

  @BeforeEach
  void startDaemons() throws IOException {
    network = TestHosts.of(2);
    daemons = MpjDaemon.onHosts(network, directory.resolve("daemons"));
  }

  @AfterEach
  void stopDaemons() {
    daemons.forEach(MpjDaemon::close);
    if (network != null) {
      network.close();
    }
  }

  /** Whether ranks of different hosts are connected with each other. */
  static Stream<Boolean> direct() {
    return Seed.one("mpjrun over hosts", true, false);
  }

  @ParameterizedTest(name = "network.direct={0}")
  @MethodSource("direct")
  @Rotated(kind = "mpjrun", turns = 1)
  void shouldComputeTheSameWhenEveryRankIsKilledOnce(boolean direct) throws IOException {
    Sample sample = Sample.RING;
    JobSpec spec = sample.spec().ranks(3);
    List<String> expected =
        References.of(sample, spec, jobs).result().out().stream().map(Line::text).toList();
    Random random = Seed.random("mpjrun over hosts");
    Path secret = secret();
    try (MpjRun run = start(spec, "secret.file=" + secret, "network.direct=" + direct)) {
      for (int rank = 0; rank < 3; rank++) {
        kill(run, rank, expected.size() * (0.1 + 0.2 * rank + 0.2 * random.nextDouble()));
      }
      List<String> lines = run.end();
      for (int rank = 0; rank < 3; rank++) {
        assertThat(run.count("ftmpj: rank " + rank + " (incarnation 1) died: signal 9"))
            .as(run.text())
            .isOne();
      }
      StockOutput.of(lines).verify(sample, expected);
    }
    assertNothingIsLeft();
  }

  @Test
  @Rotated(kind = "mpjrun", turns = 5)
  void shouldRecoverAtLevelHostWithAnEventLoggerForAllHosts() throws IOException {
    JobSpec spec = JobSpec.of(Ring.class, "200", "1000000").ranks(2);
    try (MpjRun run = start(spec, "secret.file=" + secret(), "durability=host")) {
      kill(run, 1, 50);
      run.end();
      assertThat(run.text()).contains("ftmpj: rank 1 recovered as incarnation 2");
      assertThat(StockOutput.of(run.lines()).size()).as(run.text()).isEqualTo(401);
    }
    assertNothingIsLeft();
  }

  @Test
  @Rotated(kind = "ends of jobs of mpjrun", turns = 7)
  void shouldEndTheJobOnAllHostsWhenARankEndsWithAnotherCodeThanZero() throws IOException {
    JobSpec spec = JobSpec.of(EndsEarly.class, "exit=3").ranks(2);
    try (MpjRun run = start(spec, "secret.file=" + secret())) {
      run.end();
      assertThat(run.text())
          .contains("ftmpj: rank 1 ended with exit code 3 (")
          .doesNotContain(" died")
          .doesNotContain("FTMPJ-");
    }
    assertNothingIsLeft();
  }

  @Test
  void shouldSayThatHostsNeedASecret() throws IOException {
    try (MpjRun run = start(ENDLESS)) {
      run.end();
      assertThat(run.text()).contains("ftmpj: FTMPJ-1105: ", "secret.file");
      assertThat(run.count("lap")).isZero();
    }
    assertNothingIsLeft();
  }

  /** Whose death ends a job. */
  enum Starter {
    STARTER,
    DAEMON
  }

  static Stream<Starter> starters() {
    return Seed.one("what starts jobs over hosts", Starter.values());
  }

  @ParameterizedTest
  @MethodSource("starters")
  @Rotated(kind = "ends of jobs of mpjrun", turns = 3)
  void shouldEndOnAllHostsWhenWhatHasStartedItDies(Starter starter) throws IOException {
    try (MpjRun run = start(ENDLESS, "secret.file=" + secret())) {
      run.await("some output", () -> run.count("lap") > 20);
      Job.kill(starter == Starter.STARTER ? run.handle() : daemons.get(1).handle());
      assertNothingIsLeft();
    }
  }

  @Test
  @Rotated(kind = "ends of jobs of mpjrun", turns = 2)
  void shouldSayWhichHostIsLostWhenWhatLeadsItDies() throws IOException {
    try (MpjRun run = start(ENDLESS, "secret.file=" + secret())) {
      run.await("some output", () -> run.count("lap") > 20);
      Job.kill(daemons.get(1).supervisor(1).orElseThrow());
      run.await(
          "the loss", () -> run.text().contains("host " + network.address(1, 0) + " is lost"));
      assertThat(run.text()).contains("FTMPJ-1701");
    }
    await()
        .until(
            () ->
                daemons.stream()
                    .flatMap(daemon -> daemon.leftBehind().stream())
                    .noneMatch(left -> left.startsWith("process")));
  }

  private Path secret() throws IOException {
    return SecretFiles.make(directory.resolve("secret"));
  }

  private MpjRun start(JobSpec spec, String... agentOptions) throws IOException {
    return MpjRun.start(daemons.get(0), directory.resolve("work"), spec, agentOptions);
  }

  private void kill(MpjRun run, int rank, double afterLines) {
    run.await("line " + afterLines, () -> StockOutput.of(run.lines()).size() >= afterLines);
    run.await("rank " + rank, () -> process(rank).isPresent());
    process(rank).ifPresent(Job::kill);
  }

  private Optional<ProcessHandle> process(int rank) {
    return daemons.stream().flatMap(daemon -> daemon.rank(rank).stream()).findFirst();
  }

  private void assertNothingIsLeft() {
    await()
        .ignoreException(UncheckedIOException.class) // files that go while they are looked for
        .untilAsserted(
            () ->
                assertThat(daemons.stream().flatMap(daemon -> daemon.leftBehind().stream()))
                    .isEmpty());
  }
}

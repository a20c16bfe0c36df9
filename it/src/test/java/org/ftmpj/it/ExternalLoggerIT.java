package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.it.job.Seed;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs with an event logger that was there before them, and that dies and comes back, too. */
class ExternalLoggerIT {

  private static final int RANKS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();
  private int port;
  private Path store;
  private Path secret;
  private Command logger;
  private String metrics;

  @BeforeEach
  void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    store = jobs.directory().resolve("store");
    secret = SecretFiles.make(jobs.directory().resolve("secret"));
    startLogger();
  }

  @AfterEach
  void stop() {
    logger.close();
  }

  @Test
  @Rotated(kind = "launchers", turns = 7)
  void shouldSurviveDeathsOfRanksAndOfTheLoggerAndForgetTheJobInTheEnd() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    Random random = Seed.random("external logger");
    System.out.println("external logger: seed " + Seed.base());
    Job job = jobs.start(withLogger(spec));
    Kills kills = new Kills(job, reference.result().out().size());

    kills.together(0.1 + 0.1 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.3);
    killLogger();
    startLogger();
    kills.awaitFraction(0.5);
    // A rank that comes back while there is no logger waits for it.
    killLogger();
    Job.kill(job.rank(random.nextInt(RANKS)));
    startLogger();
    kills.together(0.7, random.nextInt(RANKS));

    Result result = job.result();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
    assertThat(stored()).containsExactly("lock");
  }

  @Test
  @Rotated(kind = "launchers", turns = 4)
  void shouldForgetAJobWhoseLauncherWasKilledWhenItIsCleanedUp() throws Exception {
    Job job = jobs.start(withLogger(JobSpec.of(Ring.class, "100000", "100000").ranks(2)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    job.kill();
    await().until(() -> job.livingProcesses().isEmpty());
    assertThat(stored()).hasSize(2);
    assertThat(scrape().lines())
        .contains("ftmpj_logger_jobs 1.0", "ftmpj_logger_fencings_total 0.0")
        .anyMatch(line -> line.matches("ftmpj_logger_admitted_total [1-9].*"));

    try (Command clean = Command.start(job.temporary(), Map.of(), "clean")) {
      Result result = clean.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out().toString()).contains("removed job").doesNotContain("but ");
    }
    assertThat(stored()).containsExactly("lock");
  }

  private JobSpec withLogger(JobSpec spec) {
    return spec.with("--logger", "127.0.0.1:" + port, "--secret-file", secret.toString());
  }

  private void startLogger() throws IOException {
    logger =
        Command.start(
            jobs.directory(),
            Map.of(),
            "logger",
            "--port",
            Integer.toString(port),
            "--store",
            store.toString(),
            "--secret-file",
            secret.toString(),
            "--metrics",
            "0");
    metrics = logger.awaitLine("Metrics at ").substring("Metrics at ".length());
  }

  private void killLogger() {
    Job.kill(logger.handle());
    logger.handle().onExit().join();
  }

  private String scrape() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(metrics)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private List<String> stored() throws IOException {
    try (Stream<Path> list = Files.list(store)) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }
}

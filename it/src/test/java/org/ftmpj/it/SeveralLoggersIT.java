package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job with three event loggers, of which a majority has to be there. */
class SeveralLoggersIT {
  private static final int RANKS = 3;
  private static final int LOGGERS = 3;

  @RegisterExtension final Jobs jobs = new Jobs();
  private final int[] ports = new int[LOGGERS];
  private final Command[] loggers = new Command[LOGGERS];
  private Path secret;

  @BeforeEach
  void start() throws IOException {
    secret = Files.writeString(jobs.directory().resolve("secret"), "0123456789abcdef\n");
    for (int i = 0; i < LOGGERS; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        ports[i] = free.getLocalPort();
      }
      launch(i);
    }
    for (int i = 0; i < LOGGERS; i++) {
      awaitListening(i);
    }
  }

  @AfterEach
  void stop() {
    for (Command logger : loggers) {
      logger.close();
    }
  }

  /**
   * Each logger fails in its own way, while ranks are killed: one is killed, one stands still, one
   * loses its store. Then two are killed.
   */
  @Test
  void shouldGoOnWithoutAnyMinorityAndWaitForAMajority() throws Exception {
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    Random random = Seed.random("several loggers");
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    Collections.shuffle(order, random);
    System.out.println("several loggers: seed " + Seed.base() + ", in the order " + order);
    int killed = order.get(0);
    int stopped = order.get(1);
    int erased = order.get(2);
    Job job = jobs.start(withLoggers(spec));
    Kills kills = new Kills(job, reference.result().out().size());

    kills.awaitFraction(0.1 * random.nextDouble());
    kill(killed);
    kills.together(0.1 + 0.05 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.2);
    launchMeanwhile(killed, job);

    kills.awaitFraction(0.2 + 0.05 * random.nextDouble());
    Job.signal(loggers[stopped].handle(), "STOP");
    kills.together(0.25 + 0.05 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.35);
    Job.signal(loggers[stopped].handle(), "CONT");

    kills.awaitFraction(0.35 + 0.05 * random.nextDouble());
    kill(erased);
    erase(erased);
    launchMeanwhile(erased, job);
    kills.together(0.4 + 0.1 * random.nextDouble(), random.nextInt(RANKS));
    kills.awaitFraction(0.5 + 0.1 * random.nextDouble());

    kill(killed);
    kill(erased);
    job.awaitOrEnd("that the job waits", () -> isTold(job, killed, erased));
    launch(killed);
    awaitListening(killed);
    kills.awaitFraction(0.7);
    launchMeanwhile(erased, job);

    Result result = job.result();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
    assertThat(isTold(job, killed, erased)).as(result.errText()).isTrue();
    for (int i = 0; i < LOGGERS; i++) {
      assertThat(stored(i)).containsExactly("lock");
    }
  }

  /** That a rank waits, for which loggers, and why. */
  private boolean isTold(Job job, int one, int other) {
    return job.errors("FTMPJ-1405").stream()
        .filter(line -> line.contains(" of 3 event loggers are missing: "))
        .filter(line -> line.contains(address(one) + " (Connection refused)"))
        .anyMatch(line -> line.contains(address(other) + " (Connection refused)"));
  }

  private JobSpec withLoggers(JobSpec spec) {
    String all = String.join(",", address(0), address(1), address(2));
    return spec.with("--logger", all, "--secret-file", secret.toString());
  }

  private String address(int i) {
    return "127.0.0.1:" + ports[i];
  }

  private void launch(int i) throws IOException {
    loggers[i] =
        Command.start(
            jobs.directory(),
            Map.of(),
            "logger",
            "--port",
            Integer.toString(ports[i]),
            "--store",
            store(i).toString(),
            "--secret-file",
            secret.toString());
  }

  /** A stopped rank holds the others up: however long it takes, the job is not over before. */
  private void launchMeanwhile(int i, Job job) throws IOException {
    ProcessHandle rank = job.rank(0);
    Job.signal(rank, "STOP");
    launch(i);
    awaitListening(i);
    Job.signal(rank, "CONT");
  }

  private void awaitListening(int i) {
    loggers[i].awaitLine("Event logger listens on ");
  }

  private void kill(int i) {
    Job.kill(loggers[i].handle());
    loggers[i].handle().onExit().join();
  }

  private Path store(int i) {
    return jobs.directory().resolve("store" + i);
  }

  private void erase(int i) throws IOException {
    try (Stream<Path> all = Files.walk(store(i))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private List<String> stored(int i) throws IOException {
    try (Stream<Path> list = Files.list(store(i))) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }
}

package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Event loggers in processes of their own, which load the coordinator's jars as they are shipped.
 */
@Timeout(300)
class KilledLoggersJarIT {
  /** Each has a leader killed, a store lost, and a leader stopped. */
  private static final int ROUNDS = Integer.getInteger("coordinator.rounds", 1);

  @TempDir Path directory;

  /** A logger that is killed when it is closed. */
  private record Running(Process process) implements TestLoggers.Running {
    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }

    void signal(String signal) throws IOException, InterruptedException {
      String pid = Long.toString(process.pid());
      assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
    }

    /** What it has mapped. */
    String files() throws IOException {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "maps"));
    }
  }

  /** What loggers run from: without this module, and without what it needs. */
  private static List<Path> shipped() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> !path.startsWith(Path.of("").toAbsolutePath()))
        .filter(path -> !path.toString().matches(".*(ratis|slf4j-nop).*"))
        .toList();
  }

  private Running start(List<Path> classPath, Path store, Path secret, int port)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + Files.createDirectories(temporary()),
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-cp",
                String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()),
                "org.ftmpj.logger.command.EventLoggerMain"));
    Path address = store.resolveSibling(store.getFileName() + ".address");
    command.addAll(List.of("--port", Integer.toString(port), "--store", store.toString()));
    command.addAll(List.of("--secret-file", secret.toString()));
    command.addAll(List.of("--address-file", address.toString()));
    Files.deleteIfExists(address);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.appendTo(errors().toFile()))
            .start();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> Files.exists(address) || !process.isAlive());
    return new Running(process);
  }

  private Path temporary() {
    return directory.resolve("temporary");
  }

  private Path errors() {
    return directory.resolve("errors");
  }

  @Test
  @Rotated(
      kind = "agreement of event loggers",
      turns = {3, 7})
  void shouldCarryOutEachCommandOnceWhateverHappensToOneLogger() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    System.out.println("killed loggers: seed " + seed);
    List<Path> classPath = shipped();
    try (TestLoggers loggers =
        TestLoggers.start(
            directory, (store, secret, port) -> start(classPath, store, secret, port))) {
      Agreement launcher = loggers.agreement();
      assertThat(launcher.claim(0, Map.of()).accepted()).isTrue();
      loggers.awaitMembers();
      for (int logger = 0; logger < TestLoggers.NUMBER; logger++) {
        // One that is killed while it loads a library that it has put there leaves it.
        assertThat(((Running) loggers.running(logger)).files())
            .doesNotContain(temporary().toString());
      }
      Numbers numbers = new Numbers(launcher);
      for (int round = 0; round < ROUNDS; round++) {
        loggers.awaitMembers();
        int killed = loggers.leader();
        loggers.stop(killed);
        numbers.draw(20);
        loggers.start(killed);
        loggers.awaitMembers();

        int lost = random.nextInt(TestLoggers.NUMBER);
        loggers.stop(lost);
        loggers.erase(lost);
        numbers.draw(5);
        loggers.start(lost);
        numbers.draw(5);
        loggers.awaitMembers();

        int leader = loggers.leader();
        ((Running) loggers.running(leader)).signal("STOP");
        numbers.draw(20);
        ((Running) loggers.running(leader)).signal("CONT");
        loggers.awaitMembers();
        numbers.draw(1);
      }
      assertThat(launcher.end(1).accepted()).isTrue();
      loggers.forget();
      for (int logger = 0; logger < TestLoggers.NUMBER; logger++) {
        assertThat(loggers.store(logger).toFile().list()).containsExactly("lock");
      }
    }
    assertThat(errors()).isEmptyFile();
    assertThat(temporary()).isEmptyDirectory();
  }

  /** Numbers without a gap, and none twice: what is sent again is carried out once. */
  private static final class Numbers {
    private final Agreement agreement;
    private int last;

    Numbers(Agreement agreement) {
      this.agreement = agreement;
    }

    void draw(int count) throws InterruptedException {
      for (int i = 0; i < count; i++) {
        int next = agreement.next(1, "n", 0).state().counter("n");
        assertThat(next).isEqualTo(++last);
      }
    }
  }

  @Test
  void shouldSayWhatToDoWhereTheJarsAreNot() throws Exception {
    List<Path> copied = new ArrayList<>();
    for (Path path : shipped()) {
      copied.add(copy(path, directory.resolve("elsewhere/lib" + copied.size())));
    }
    try (TestLoggers loggers =
        TestLoggers.start(directory, (store, secret, port) -> start(copied, store, secret, port))) {
      assertThat(loggers.ask(0, new Question.Introduce())).isInstanceOf(Reply.Later.class);
      await()
          .until(
              () -> loggers.ask(0, new Question.Introduce()).toString(),
              reply -> reply.contains("FTMPJ-1408"));
      assertThat(Files.readString(errors())).contains("FTMPJ-1408").contains("./ftmpj build");
      // A host that has lost its coordinator learns that none can come.
      assertThat(loggers.agreement().read()).isEqualTo(AgreedState.NONE);
      Agreement impatient = loggers.impatient(Duration.ofSeconds(5));
      assertThatThrownBy(() -> impatient.claim(0, Map.of())).hasMessageContaining("FTMPJ-1408");
    }
  }

  /** Copies a jar or a directory with classes into a directory. */
  private static Path copy(Path from, Path directory) throws IOException {
    Path to = directory.resolve(from.getFileName());
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path copy = to.resolve(from.relativize(each).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(each, copy);
      }
    }
    return to;
  }
}

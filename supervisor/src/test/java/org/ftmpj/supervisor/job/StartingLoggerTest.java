package org.ftmpj.supervisor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event logger that ends while it starts, and says something that sounds like a crash. */
class StartingLoggerTest {
  private static final String ALARMING = "Error occurred during initialization of VM";

  @TempDir Path directory;

  private final Told told = new Told();
  private final Verdict verdict = new Verdict(1);
  private EventLogger logger;
  private Path said;
  private Path mayEnd;

  @BeforeEach
  void start() throws Exception {
    JobLayout layout = new JobLayout(directory);
    Files.createDirectories(layout.logger());
    said = directory.resolve("said");
    mayEnd = directory.resolve("mayEnd");
    String script =
        "echo '%s' >&2; touch '%s'; until [ -e '%s' ]; do sleep 0.01; done; exit 1"
            .formatted(ALARMING, said, mayEnd);
    LoggerJvm jvm =
        new LoggerJvm(
            arguments -> new ProcessBuilder("sh", "-c", script),
            directory.resolve("jar"),
            List.of());
    logger =
        new EventLogger(
            LoggerPlace.ofOnly(layout), Durability.HOST, 0, Optional.empty(), jvm, told, verdict);
  }

  @Test
  void shouldSayNothingIfTheWholeJobWasTold() throws Exception {
    logger.begin();
    await().until(() -> Files.exists(said));
    verdict.signalled("SIGTERM");
    Files.createFile(mayEnd);
    logger.stop();
    assertThat(told.all).isEmpty();
  }

  @Test
  void shouldShowWhatItSaysIfItIsStartedAgain() throws Exception {
    Files.createFile(mayEnd);
    logger.begin();
    List<String> both = List.of(ALARMING + "\n", "the event logger died: status 1; restarting");
    await().until(() -> told.all.containsAll(both));
    verdict.signalled("SIGTERM");
    logger.stop();
  }

  @Test
  void shouldShowWhatItSaysIfTheJobEndsOtherwise() throws Exception {
    logger.begin();
    await().until(() -> Files.exists(said));
    verdict.failed(new IllegalStateException("for another reason"));
    logger.stop();
    await().until(() -> told.all.equals(List.of(ALARMING + "\n")));
  }

  private static final class Told implements JobConsole {
    final List<String> all = new CopyOnWriteArrayList<>();

    @Override
    public void raw(int rank, int stream, byte[] bytes, int length) {
      all.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }

    @Override
    public void notice(String text) {
      all.add(text);
    }

    @Override
    public void follow(int rank, Path log) {}

    @Override
    public void start(Consumer<RuntimeException> failure) {}

    @Override
    public void died(int rank) {}

    @Override
    public void recovered(int rank) {}

    @Override
    public void ended(int rank) {}

    @Override
    public void close() {}
  }
}

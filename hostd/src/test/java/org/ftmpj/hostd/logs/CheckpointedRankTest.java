package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank whose process is killed again and again goes on from its checkpoints, on real logs. */
@Timeout(300)
@Rotated(
    kind = "logs of hosts",
    turns = {2, 6})
class CheckpointedRankTest {
  /** More by {@code -Dcheckpoint.kills=100}. */
  private static final int KILLS = Integer.getInteger("checkpoint.kills", 5);

  @TempDir Path directory;

  @Test
  void shouldComeToTheSameEndFromItsCheckpointsAsFromItsStart() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("CheckpointedRankTest: -Dtest.seed=" + seed);
    Random random = new Random(seed);
    JobLayout layout = new JobLayout(directory);
    ControlBlock.create(layout.control(), 2);
    Files.createDirectories(layout.determinants());
    Semaphore answers = new Semaphore(0);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (ChronicleInterconnect logs = ChronicleInterconnect.open(layout, 1, 2, 1);
        MappedEventLog events = new MappedEventLog(layout.determinants(1), 1)) {
      Callable<Void> rank =
          () -> {
            CheckpointedRank.answer(
                new RankSession(logs, events, RankListener.NONE), answers::release);
            return null;
          };
      Future<Void> answering = executor.submit(rank);
      int incarnation = 1;
      for (; incarnation <= KILLS; incarnation++) {
        Process killed = start(incarnation, 5);
        try {
          if (random.nextInt(4) > 0) {
            // Else it may be killed before it has restored anything.
            answers.drainPermits();
          }
          int before = CheckpointedRank.ROUNDS / (KILLS + 2);
          assertThat(answers.tryAcquire(1 + random.nextInt(before), 120, TimeUnit.SECONDS))
              .isTrue();
        } finally {
          killed.destroyForcibly().waitFor();
        }
      }
      assertThat(start(incarnation, 5).waitFor()).isZero();
      answering.get(120, TimeUnit.SECONDS);
      assertThat(start(incarnation + 1, 0).waitFor()).isZero();
      assertThat(directory.resolve("result-" + (incarnation + 1)))
          .hasSameTextualContentAs(directory.resolve("result-" + incarnation));
    } finally {
      executor.shutdownNow();
    }
    List<String> starts = Files.readAllLines(directory.resolve("starts"));
    System.out.println("CheckpointedRankTest: began at steps " + starts);
    assertThat(starts).anyMatch(step -> Integer.parseInt(step) > 0);
  }

  private Process start(int incarnation, int every) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CheckpointedRank.class.getName(),
            directory.toString(),
            Integer.toString(incarnation),
            Integer.toString(every)));
    return new ProcessBuilder(command).inheritIO().start();
  }
}

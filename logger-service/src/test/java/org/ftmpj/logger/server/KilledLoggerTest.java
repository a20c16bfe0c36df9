package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.LoggerProcess;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The event logger as a real process, killed with SIGKILL. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledLoggerTest {
  private static final int RANKS = 4;
  private static final int KILLS = 4;

  @TempDir Path directory;
  private Secret secret;
  private LoggerProcess logger;

  @BeforeEach
  void start() throws IOException {
    OnlyUser.write(directory.resolve("secret"), "8f14e45fceea167a5a36dedd4bea2543".getBytes());
    secret = Secret.read(directory.resolve("secret"));
    logger = LoggerProcess.start(directory, 0);
  }

  @AfterEach
  void stop() {
    logger.close();
  }

  @Test
  void shouldLoseNothingThatItAcknowledged() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(RANKS);
    List<QuorumEventLog> logs = new ArrayList<>();
    List<Future<Long>> last = new ArrayList<>();
    for (int r = 0; r < RANKS; r++) {
      int rank = r;
      QuorumEventLog log = log(rank, 1);
      logs.add(log);
      last.add(pool.submit(() -> appendUntil(enough, log, rank)));
    }
    for (int kill = 0; kill < KILLS; kill++) {
      long before = logs.get(0).stable();
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> logs.get(0).stable() > before + random.nextInt(3000));
      logger.kill();
      List<Long> acknowledged = logs.stream().map(QuorumEventLog::stable).toList();
      logger = LoggerProcess.start(directory, logger.port());
      for (int rank = 0; rank < RANKS; rank++) {
        int r = rank;
        assertThat(logs.get(rank).stable())
            .as("-Dtest.seed=" + seed)
            .isGreaterThanOrEqualTo(acknowledged.get(rank));
        // It continues.
        await().until(() -> logs.get(r).stable() > acknowledged.get(r));
      }
    }
    enough.set(true);
    List<Long> counts = new ArrayList<>();
    for (Future<Long> one : last) {
      counts.add(one.get());
    }
    pool.shutdown();
    logger.kill();
    logger = LoggerProcess.start(directory, logger.port());

    for (int rank = 0; rank < RANKS; rank++) {
      // Records checks order and gaps.
      Records found = Records.of(log(rank, 2));
      assertThat((long) found.count()).as("-Dtest.seed=" + seed).isEqualTo(counts.get(rank));
      assertThat(found.writers()).containsOnly(rank);
      logs.get(rank).close();
    }
  }

  private static long appendUntil(AtomicBoolean enough, QuorumEventLog log, int rank) {
    Records.of(log);
    long n = 0;
    while (!enough.get()) {
      n++;
      Records.append(log, rank, n, n);
      if (n % 3 == 0) {
        log.awaitStable(n);
        if (log.stable() < n) {
          throw new AssertionError("Not stable: " + n);
        }
      }
    }
    log.awaitStable(n);
    return n;
  }

  @Test
  void shouldRememberTheFenceWhenItIsKilled() throws Exception {
    try (QuorumEventLog old = log(0, 1);
        QuorumEventLog newer = log(0, 2)) {
      Records.of(old);
      Records.append(old, 1, 1, 10);
      old.awaitStable(10);
      assertThat(Records.of(newer).count()).isEqualTo(10);
      logger.kill();
      logger = LoggerProcess.start(directory, logger.port());

      assertThatThrownBy(
              () -> {
                Records.append(old, 1, 11, 11);
                old.awaitStable(11);
              })
          .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.FENCED));
      Records.append(newer, 2, 11, 11);
      newer.awaitStable(11);
    }
    try (QuorumEventLog third = log(0, 3)) {
      assertThat(Records.of(third).writers()).endsWith(1, 2).hasSize(11);
    }
  }

  @Test
  void shouldGiveTheWholeHistoryAlsoIfItIsKilledMeanwhile() throws Exception {
    int count = 150_000;
    try (QuorumEventLog first = log(0, 1)) {
      Records.of(first);
      Records.append(first, 1, 1, count);
      first.awaitStable(count);
    }
    ExecutorService pool = Executors.newSingleThreadExecutor();
    int[] before = {0, count / 3};
    for (int i = 0; i < before.length; i++) {
      try (QuorumEventLog next = log(0, 2 + i)) {
        long[] handed = {before[i]};
        long killAt = before[i] + count / 10;
        Future<Long> history =
            pool.submit(
                () ->
                    next.history(
                        handed[0] + 1,
                        record -> {
                          if (record.getLong(0) != ++handed[0]) {
                            throw new AssertionError(record.getLong(0) + " at " + handed[0]);
                          }
                          if (handed[0] == killAt) {
                            restart();
                          }
                        }));
        assertThat(history.get()).isEqualTo(count);
        assertThat(handed[0]).isEqualTo(count);
      }
    }
    pool.shutdown();
  }

  @Test
  void shouldOutlastALoggerThatHangs() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (QuorumEventLog log = impatient()) {
      Records.of(log);
      Records.append(log, 1, 1, 10);
      log.awaitStable(10);
      signal("STOP");
      // More than any buffer of the kernel holds; none of it may block append.
      Records.append(log, 1, 11, 500_000);
      Future<?> gate = pool.submit(() -> log.awaitStable(500_000));
      await().during(Duration.ofSeconds(1)).until(() -> !gate.isDone());
      signal("CONT");
      gate.get();
    } finally {
      pool.shutdown();
    }
    try (QuorumEventLog next = log(0, 2)) {
      assertThat(Records.of(next).count()).isEqualTo(500_000);
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(logger.process().pid()))
            .start()
            .waitFor();
    assertThat(status).isZero();
  }

  private void restart() {
    try {
      logger.kill();
      logger = LoggerProcess.start(directory, logger.port());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private QuorumEventLog log(int rank, int incarnation) {
    return new OnlyLogger(logger.port(), secret).log(new Incarnation("job", rank, incarnation));
  }

  private QuorumEventLog impatient() {
    OnlyLogger only = new OnlyLogger(logger.port(), secret);
    only.enrol("job");
    return only.unknown(new Incarnation("job", 0, 1), Retention.ALL, 60_000, 200);
  }
}

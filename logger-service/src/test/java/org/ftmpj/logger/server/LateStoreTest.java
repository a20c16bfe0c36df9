package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server waits for its store: nothing is acknowledged before it is stable. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateStoreTest {
  private static final int RANKS = 3;
  private static final int INCARNATIONS = 4;

  @TempDir Path directory;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private TestServer server;
  private LateStore store;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldAcknowledgeInAnyOrderWhatIsStable() throws Exception {
    start(false);
    store.run();
    ExecutorService pool = Executors.newFixedThreadPool(RANKS);
    List<Future<?>> ranks = new ArrayList<>();
    for (int r = 0; r < RANKS; r++) {
      int rank = r;
      long seedOfRank = random.nextLong();
      ranks.add(pool.submit(() -> live(rank, new Random(seedOfRank))));
    }
    for (Future<?> rank : ranks) {
      rank.get();
    }
    pool.shutdown();
  }

  /** Incarnations that end without waiting for what they appended last. */
  private void live(int rank, Random own) {
    long acknowledged = 0;
    for (int incarnation = 1; incarnation <= INCARNATIONS; incarnation++) {
      RemoteEventLog log = server.log(rank, incarnation);
      long count = Records.of(log).count();
      assertThat(count).as("seed %d, rank %d", seed, rank).isGreaterThanOrEqualTo(acknowledged);
      assertThat(log.stable()).isEqualTo(count);
      for (int gate = 0; gate < 50; gate++) {
        long last = count + 1 + own.nextInt(20);
        Records.append(log, incarnation, count + 1, last);
        count = last;
        if (own.nextInt(4) > 0) {
          log.awaitStable(count - own.nextInt(3));
        }
      }
      acknowledged = log.stable();
    }
  }

  @Test
  void shouldSayThatItCannotBeOneOfSeveral() throws IOException {
    start(false);
    HostPort address = new HostPort("127.0.0.1", server.address().getPort());
    assertThatThrownBy(
            () ->
                NewJob.enrol(
                    new JobLoggers(Loggers.of(List.of(address)), server.secret()),
                    "job",
                    known -> {}))
        .satisfies(TestServer.hasCode(ErrorCode.LOGGER_NOT_ENROLLED))
        .hasMessageContaining("this event logger cannot be one of several");
  }

  @Test
  void shouldNotAcknowledgeWhatIsAppendedOnly() throws IOException {
    start(false);
    assertThat(acknowledgedAndLost()).as("seed " + seed).isZero();
  }

  @Test
  void shouldSeeThatAnAcknowledgementCameTooEarly() throws IOException {
    start(true);
    assertThat(acknowledgedAndLost()).as("seed " + seed).isEqualTo(7);
  }

  /** How many records a rank was told to be stable that its next incarnation does not find. */
  private long acknowledgedAndLost() {
    RemoteEventLog log = server.log(0, 1);
    done(CompletableFuture.supplyAsync(() -> Records.of(log)), store::admitAll);
    Records.append(log, 1, 1, 3);
    done(CompletableFuture.runAsync(() -> log.awaitStable(3)), store::makeStable);

    Records.append(log, 1, 4, 10);
    CompletableFuture<Void> gate = CompletableFuture.runAsync(() -> log.awaitStable(10));
    await().until(() -> store.asked() == 10);
    RemoteEventLog next = server.log(0, 2);
    int found =
        done(CompletableFuture.supplyAsync(() -> Records.of(next)), store::admitAll).count();
    assertThat(found).isEqualTo(3);
    // Fenced, unless it was acknowledged.
    await().until(gate::isDone);
    return log.stable() - found;
  }

  private static <T> T done(CompletableFuture<T> future, Runnable help) {
    await()
        .until(
            () -> {
              help.run();
              return future.isDone();
            });
    return future.join();
  }

  private void start(boolean tellsEarly) throws IOException {
    server = new TestServer(directory);
    server.start(
        (kept, thread) -> {
          store = new LateStore(kept, thread, seed, tellsEarly);
          return store;
        });
  }
}

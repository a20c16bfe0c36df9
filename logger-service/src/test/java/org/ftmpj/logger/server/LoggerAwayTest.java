package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.Test;

/** A rank at its gate while the event logger is away, and when it comes back. */
class LoggerAwayTest extends WithServer {
  @Test
  void shouldGoOnWhenTheLoggerComesBack() throws Exception {
    QuorumEventLog log = server.opened(0, 1);
    Records.append(log, 1, 1, 10);
    log.awaitStable(10);
    server.stop();
    Records.append(log, 1, 11, 20);

    ExecutorService rank = Executors.newSingleThreadExecutor();
    Future<?> gate = rank.submit(() -> log.awaitStable(20));
    await().during(Duration.ofMillis(300)).until(() -> !gate.isDone());
    server.start();
    gate.get();
    rank.shutdown();

    assertThat(Records.of(server.log(0, 2)).count()).isEqualTo(20);
  }

  @Test
  void shouldNotLoseOrObeyAnInterruptAtTheGate() {
    QuorumEventLog log = server.opened(0, 1);
    Thread.currentThread().interrupt();
    Records.append(log, 1, 1, 1);
    log.awaitStable(1);
    assertThat(Thread.interrupted()).isTrue();

    server.stop();
    Thread restart =
        new Thread(
            () -> {
              await().pollDelay(Duration.ofMillis(200)).until(() -> true);
              server.start();
            });
    restart.start();
    Thread.currentThread().interrupt();
    Records.append(log, 1, 2, 2);
    log.awaitStable(2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(log.stable()).isEqualTo(2);
  }

  @Test
  void shouldStopWhenTheLoggerHasLostWhatItAcknowledged() {
    QuorumEventLog log = server.opened(0, 1);
    Records.append(log, 1, 1, 10);
    log.awaitStable(10);
    server.stop();
    server.loseStore();
    server.start();

    Records.append(log, 1, 11, 11);
    assertThatThrownBy(() -> log.awaitStable(11))
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT))
        .hasMessageContaining("has lost determinants of log 0 of job job, incarnation 1")
        .hasMessageContaining("it has 0 records");
  }

  @Test
  void shouldStopAtTheGateWhenTheLoggerComesBackWithAnotherSecret() throws IOException {
    QuorumEventLog log = server.opened(0, 1);
    server.changeSecret("another secret of 30 letters");
    server.restart();

    Records.append(log, 1, 1, 1);
    assertThatThrownBy(() -> log.awaitStable(1)).satisfies(hasCode(ErrorCode.WRONG_SECRET));
  }

  @Test
  void shouldEndTheWaitAtTheGateWhenItIsClosed() throws Exception {
    QuorumEventLog log = server.opened(0, 1);
    server.stop();
    Records.append(log, 1, 1, 1);
    ExecutorService rank = Executors.newSingleThreadExecutor();
    Future<?> gate = rank.submit(() -> log.awaitStable(1));
    await().during(Duration.ofMillis(50)).until(() -> !gate.isDone());
    log.close();

    assertThatThrownBy(gate::get).hasCauseInstanceOf(IllegalStateException.class);
    rank.shutdown();
  }
}

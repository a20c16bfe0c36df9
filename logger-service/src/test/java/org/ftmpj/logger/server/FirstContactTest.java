package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Retention;
import org.junit.jupiter.api.Test;

/** A rank's first contact with the event logger, the only one that it gives up. */
class FirstContactTest extends WithServer {
  @Test
  void shouldRefuseWhoDoesNotKnowTheSecret() throws IOException {
    QuorumEventLog stranger = server.logWith(server.secret("another secret of 30 letters"));

    assertThatThrownBy(() -> Records.of(stranger))
        .satisfies(hasCode(ErrorCode.WRONG_SECRET))
        .hasMessageContaining("log 0 of job job, incarnation 1");
    assertThat(Files.exists(directory.resolve("store/job-job"))).isFalse();
  }

  /** 256 places; each of them would be given up after 5 s only. */
  @Test
  void shouldLetInWhoKnowsTheSecretHoweverManyStrangersAreThere() throws IOException {
    List<Socket> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        strangers.add(new Socket("127.0.0.1", server.address().getPort()));
      }
      QuorumEventLog log =
          new OnlyLogger(server.address().getPort(), server.secret())
              .log(new Incarnation("job", 0, 1));
      assertThat(Records.of(log)).isNotNull();
      assertThat(strangers.get(0).getInputStream().readAllBytes()).isNotEmpty();
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void shouldGiveUpOnlyTheFirstContact() throws IOException {
    int free = freePort();
    QuorumEventLog log =
        new OnlyLogger(free, server.secret())
            .unknown(new Incarnation("job", 0, 1), Retention.ALL, 100, 1000);

    assertThatThrownBy(() -> Records.of(log))
        .satisfies(hasCode(ErrorCode.LOGGER_UNREACHABLE))
        .hasMessageContaining("127.0.0.1:" + free);
  }

  @Test
  void shouldWaitForTheFirstContactAsLongAsItIsTold() throws Exception {
    new OnlyLogger(server.address().getPort(), server.secret()).enrol("job");
    int port = freePort();
    ExecutorService rank = Executors.newSingleThreadExecutor();
    QuorumEventLog log =
        new OnlyLogger(port, server.secret())
            .unknown(new Incarnation("job", 7, 1), Retention.ALL, 60_000, 10_000);
    Future<Records> history = rank.submit(() -> Records.of(log));
    await().during(Duration.ofMillis(100)).until(() -> !history.isDone());
    server.stop();
    server.start(port);

    assertThat(history.get().count()).isZero();
    log.close();
    rank.shutdown();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

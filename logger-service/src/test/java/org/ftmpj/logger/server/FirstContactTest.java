package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.net.InetSocketAddress;
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
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Needed;
import org.junit.jupiter.api.Test;

/** A rank's first contact with the event logger, the only one that it gives up. */
class FirstContactTest extends WithServer {
  @Test
  void shouldRefuseWhoDoesNotKnowTheSecret() throws IOException {
    RemoteEventLog stranger = server.logWith(server.secret("another secret of 30 letters"));

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
      RemoteEventLog log =
          new RemoteEventLog(
              new RemoteEventLog.Settings(
                  "127.0.0.1",
                  server.address().getPort(),
                  server.secret(),
                  new Incarnation("job", 0, 1),
                  Needed.ALL,
                  1000,
                  60_000,
                  1000));
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
    RemoteEventLog log =
        new RemoteEventLog(
            new RemoteEventLog.Settings(
                "127.0.0.1",
                free,
                server.secret(),
                new Incarnation("job", 0, 1),
                Needed.ALL,
                100,
                60_000,
                1000));

    assertThatThrownBy(() -> Records.of(log))
        .satisfies(hasCode(ErrorCode.LOGGER_UNREACHABLE))
        .hasMessageContaining("127.0.0.1:" + free);
  }

  @Test
  void shouldWaitLongerForALoggerThatListensAndIsSilent() throws Exception {
    int port = freePort();
    ExecutorService rank = Executors.newSingleThreadExecutor();
    RemoteEventLog log =
        new RemoteEventLog(
            new RemoteEventLog.Settings(
                "127.0.0.1",
                port,
                server.secret(),
                new Incarnation("job", 7, 1),
                Needed.ALL,
                1,
                60_000,
                20));
    Future<Records> history;
    try (ServerSocket silent = new ServerSocket()) {
      silent.setReuseAddress(true);
      silent.bind(new InetSocketAddress("127.0.0.1", port));
      history = rank.submit(() -> Records.of(log));
      for (int attempts = 0; attempts < 4; attempts++) {
        silent.accept();
      }
      assertThat(history).isNotDone();
    }
    rank.shutdown();
    assertThatThrownBy(history::get)
        .cause()
        .satisfies(hasCode(ErrorCode.LOGGER_UNREACHABLE))
        .hasMessageContaining("within 1 ms");
  }

  @Test
  void shouldWaitForTheFirstContactAsLongAsItIsTold() throws Exception {
    int port = freePort();
    ExecutorService rank = Executors.newSingleThreadExecutor();
    RemoteEventLog log =
        new RemoteEventLog(
            new RemoteEventLog.Settings(
                "127.0.0.1", port, server.secret(), new Incarnation("job", 7, 1)));
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

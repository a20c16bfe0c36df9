package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Secret;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoggerServerTest {
  @TempDir Path directory;
  private Secret secret;
  private EventLoggerServer server;
  private final List<RemoteEventLog> logs = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    secret = secret("the secret of this test");
    server = start(0);
  }

  @AfterEach
  void stop() {
    logs.forEach(RemoteEventLog::close);
    server.close();
  }

  @Test
  void shouldListenOnlyWhereItIsTold() {
    assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(server.address().getPort()).isPositive();
  }

  @Test
  void shouldGiveTheHistoryToTheNextIncarnation() {
    RemoteEventLog first = log(0, 1);
    assertThat(Records.of(first).count()).isZero();
    Records.append(first, 1, 1, 1000);
    assertThat(first.stable()).isLessThan(1000);
    first.awaitStable(1000);
    assertThat(first.stable()).isEqualTo(1000);

    RemoteEventLog second = log(0, 2);
    assertThat(Records.of(second).count()).isEqualTo(1000);
    Records.append(second, 2, 1001, 1001);
    second.awaitStable(1001);

    assertThat(Records.of(log(0, 3)).writers()).endsWith(1, 2).hasSize(1001);
  }

  @Test
  void shouldKeepRanksAndJobsApart() {
    RemoteEventLog one = log(0, 1);
    RemoteEventLog other = log(1, 1);
    RemoteEventLog otherJob = log("another job/..", 0, 1, secret);
    for (RemoteEventLog log : List.of(one, other, otherJob)) {
      assertThat(Records.of(log).count()).isZero();
      Records.append(log, logs.indexOf(log), 1, 3);
      log.awaitStable(3);
    }

    assertThat(Records.of(log(0, 2)).writers()).containsOnly(0);
    assertThat(Records.of(log(1, 2)).writers()).containsOnly(1);
    assertThat(Records.of(log("another job/..", 0, 2, secret)).writers()).containsOnly(2);
  }

  @Test
  void shouldFenceTheOldIncarnation() {
    RemoteEventLog old = opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);
    Records.append(old, 1, 6, 6);

    assertThat(Records.of(log(0, 2)).count()).isEqualTo(5);

    assertThatThrownBy(() -> old.awaitStable(6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.append(old, 1, 7, 7)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(log(0, 1))).satisfies(hasCode(ErrorCode.FENCED));
    assertThat(Records.of(log(0, 3)).count()).isEqualTo(5);
  }

  @Test
  void shouldFenceTheOldIncarnationAlsoAfterARestart() {
    RemoteEventLog old = opened(0, 1);
    Records.append(old, 1, 1, 5);
    old.awaitStable(5);
    opened(0, 2);
    restart();

    Records.append(old, 1, 6, 6);
    assertThatThrownBy(() -> old.awaitStable(6)).satisfies(hasCode(ErrorCode.FENCED));
    assertThatThrownBy(() -> Records.of(log(0, 1)))
        .satisfies(hasCode(ErrorCode.FENCED))
        .hasMessageContaining("incarnation 1 is fenced, 2 has come");
  }

  @Test
  void shouldNotTakeASecondProcessForTheSameIncarnation() {
    RemoteEventLog first = opened(0, 1);
    Records.append(first, 1, 1, 1);

    assertThatThrownBy(() -> Records.of(log(0, 1)))
        .satisfies(hasCode(ErrorCode.FENCED))
        .hasMessageContaining("belongs to another process");
    first.awaitStable(1);
    restart();
    assertThatThrownBy(() -> Records.of(log(0, 1))).satisfies(hasCode(ErrorCode.FENCED));
    Records.append(first, 1, 2, 2);
    first.awaitStable(2);
  }

  @Test
  void shouldRefuseWhoDoesNotKnowTheSecret() throws IOException {
    RemoteEventLog stranger = log("job", 0, 1, secret("another secret of 30 letters"));

    assertThatThrownBy(() -> Records.of(stranger))
        .satisfies(hasCode(ErrorCode.WRONG_SECRET))
        .hasMessageContaining("rank 0 of job job, incarnation 1");
    assertThat(Files.exists(directory.resolve("store/job-job"))).isFalse();
  }

  @Test
  void shouldStopAtTheGateWhenTheLoggerComesBackWithAnotherSecret() throws IOException {
    RemoteEventLog log = opened(0, 1);
    secret = secret("another secret of 30 letters");
    restart();

    Records.append(log, 1, 1, 1);
    assertThatThrownBy(() -> log.awaitStable(1)).satisfies(hasCode(ErrorCode.WRONG_SECRET));
  }

  @Test
  void shouldGoOnWhenTheLoggerComesBack() throws Exception {
    RemoteEventLog log = opened(0, 1);
    Records.append(log, 1, 1, 10);
    log.awaitStable(10);
    int port = server.address().getPort();
    server.close();
    Records.append(log, 1, 11, 20);

    ExecutorService rank = Executors.newSingleThreadExecutor();
    Future<?> gate = rank.submit(() -> log.awaitStable(20));
    await().during(Duration.ofMillis(300)).until(() -> !gate.isDone());
    server = start(port);
    gate.get();
    rank.shutdown();

    assertThat(Records.of(log(0, 2)).count()).isEqualTo(20);
  }

  @Test
  void shouldNotLoseOrObeyAnInterruptAtTheGate() {
    RemoteEventLog log = opened(0, 1);
    int port = server.address().getPort();
    Thread.currentThread().interrupt();
    Records.append(log, 1, 1, 1);
    log.awaitStable(1);
    assertThat(Thread.interrupted()).isTrue();

    server.close();
    Thread restart =
        new Thread(
            () -> {
              await().pollDelay(Duration.ofMillis(200)).until(() -> true);
              server = start(port);
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
    RemoteEventLog log = opened(0, 1);
    Records.append(log, 1, 1, 10);
    log.awaitStable(10);
    int port = server.address().getPort();
    server.close();
    directory = directory.resolve("elsewhere");
    server = start(port);

    Records.append(log, 1, 11, 11);
    assertThatThrownBy(() -> log.awaitStable(11))
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT))
        .hasMessageContaining("with 0 determinants")
        .hasMessageContaining("acknowledged 10");
  }

  @Test
  void shouldGiveUpOnlyTheFirstContact() throws IOException {
    int free = freePort();
    RemoteEventLog log =
        new RemoteEventLog(
            new RemoteEventLog.Settings(
                "127.0.0.1", free, secret, new Incarnation("job", 0, 1), 100, 60_000, 1000));

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
                "127.0.0.1", port, secret, new Incarnation("job", 7, 1), 1, 60_000, 20));
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
            new RemoteEventLog.Settings("127.0.0.1", port, secret, new Incarnation("job", 7, 1)));
    Future<Records> history = rank.submit(() -> Records.of(log));
    await().during(Duration.ofMillis(100)).until(() -> !history.isDone());
    server.close();
    server = start(port);

    assertThat(history.get().count()).isZero();
    log.close();
    rank.shutdown();
  }

  @Test
  void shouldEndTheWaitAtTheGateWhenItIsClosed() throws Exception {
    RemoteEventLog log = opened(0, 1);
    server.close();
    Records.append(log, 1, 1, 1);
    ExecutorService rank = Executors.newSingleThreadExecutor();
    Future<?> gate = rank.submit(() -> log.awaitStable(1));
    await().during(Duration.ofMillis(50)).until(() -> !gate.isDone());
    log.close();

    assertThatThrownBy(gate::get).hasCauseInstanceOf(IllegalStateException.class);
    rank.shutdown();
  }

  @Test
  void shouldServeEightRanksAtOnce() throws Exception {
    int ranks = 8;
    int records = 3000;
    ExecutorService pool = Executors.newFixedThreadPool(ranks);
    List<Future<?>> running = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      RemoteEventLog log = opened(rank, 1);
      running.add(
          pool.submit(
              () -> {
                for (long n = 1; n <= records; n++) {
                  Records.append(log, rank, n, n);
                  if (n % (rank + 1) == 0) {
                    log.awaitStable(n);
                  }
                }
                log.awaitStable(records);
              }));
    }
    for (Future<?> one : running) {
      one.get();
    }
    pool.shutdown();

    for (int rank = 0; rank < ranks; rank++) {
      Records found = Records.of(log(rank, 2));
      assertThat(found.count()).isEqualTo(records);
      assertThat(found.writers()).containsOnly(rank);
    }
  }

  @Test
  void shouldSendWhatNoGateAskedForAndServeALongHistory() {
    RemoteEventLog log = opened(0, 1);
    int records = 200_000;
    Records.append(log, 1, 1, records);
    assertThat(log.stable()).isPositive();
    log.awaitStable(records);

    assertThat(Records.of(log(0, 2)).count()).isEqualTo(records);
  }

  @Test
  void shouldTakeARecordOfAnyAllowedLength() {
    RemoteEventLog log = opened(0, 1);
    log.append(ByteBuffer.allocate(1 << 20).put(1000, (byte) 7));
    log.append(ByteBuffer.allocate(0));
    log.awaitStable(2);
    assertThatThrownBy(() -> log.append(ByteBuffer.allocate((1 << 20) + 1)))
        .satisfies(hasCode(ErrorCode.RECORD_TOO_LONG));

    List<Integer> lengths = new ArrayList<>();
    log(0, 2).history(record -> lengths.add(record.remaining()));
    assertThat(lengths).containsExactly(1 << 20, 0);
  }

  @Test
  void shouldNotMindStrangersThatTalkNonsense() throws IOException {
    RemoteEventLog log = opened(0, 1);
    List<Socket> strangers = new ArrayList<>();
    for (String nonsense :
        List.of("GET / HTTP/1.1\r\n\r\n", "", "\0\0\0\u0008\u0001\u0007\0\0abcd")) {
      Socket stranger = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
      stranger.getOutputStream().write(nonsense.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      strangers.add(stranger);
    }
    // The silent one is cut off, too.
    for (Socket stranger : strangers) {
      stranger.setSoTimeout(10_000);
      while (stranger.getInputStream().read() >= 0) {
        // The challenge, and why it is refused.
      }
      stranger.close();
    }
    Records.append(log, 1, 1, 1);
    log.awaitStable(1);
  }

  @Test
  void shouldNotShareItsStoreWithAnotherLogger() {
    assertThatThrownBy(() -> start(0))
        .satisfies(hasCode(ErrorCode.LOG_NOT_WRITABLE))
        .hasMessageContaining("Another event logger");
  }

  @Test
  void shouldSayThatThePortIsTaken() {
    directory = directory.resolve("elsewhere");
    assertThatThrownBy(() -> start(server.address().getPort()))
        .satisfies(hasCode(ErrorCode.CANNOT_LISTEN));
  }

  @Test
  void shouldSayThatTheStoreCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    EventLoggerServer.Settings settings =
        new EventLoggerServer.Settings(
            server.address(), file.resolve("store"), secret, Optional.empty());
    assertThatThrownBy(() -> EventLoggerServer.start(settings))
        .satisfies(hasCode(ErrorCode.LOG_NOT_WRITABLE));
  }

  private void restart() {
    int port = server.address().getPort();
    server.close();
    server = start(port);
  }

  private EventLoggerServer start(int port) {
    return EventLoggerServer.start(
        new EventLoggerServer.Settings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            directory.resolve("store"),
            secret,
            Optional.empty()));
  }

  private RemoteEventLog opened(int rank, int incarnation) {
    RemoteEventLog log = log(rank, incarnation);
    Records.of(log);
    return log;
  }

  private RemoteEventLog log(int rank, int incarnation) {
    return log("job", rank, incarnation, secret);
  }

  private RemoteEventLog log(String job, int rank, int incarnation, Secret with) {
    RemoteEventLog log =
        new RemoteEventLog(
            new RemoteEventLog.Settings(
                "127.0.0.1",
                server.address().getPort(),
                with,
                new Incarnation(job, rank, incarnation)));
    logs.add(log);
    return log;
  }

  private Secret secret(String text) throws IOException {
    return Secret.read(Files.writeString(directory.resolve("secret"), text));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static java.util.function.Consumer<Throwable> hasCode(ErrorCode code) {
    return e -> assertThat(((FtmpjException) e).code()).isEqualTo(code);
  }
}

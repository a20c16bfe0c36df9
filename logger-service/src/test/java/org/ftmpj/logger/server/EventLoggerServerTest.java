package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.Test;

/** An event logger's work for those who may ask for it. */
class EventLoggerServerTest extends WithServer {
  /** Records whose file is so long that a part of it is dropped. */
  private static final int MANY = 200_000;

  @Test
  void shouldListenOnlyWhereItIsTold() {
    assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(server.address().getPort()).isPositive();
  }

  @Test
  void shouldGiveTheHistoryToTheNextIncarnation() {
    QuorumEventLog first = server.log(0, 1);
    assertThat(Records.of(first).count()).isZero();
    Records.append(first, 1, 1, 1000);
    assertThat(first.stable()).isLessThan(1000);
    first.awaitStable(1000);
    assertThat(first.stable()).isEqualTo(1000);

    QuorumEventLog second = server.log(0, 2);
    assertThat(Records.of(second).count()).isEqualTo(1000);
    Records.append(second, 2, 1001, 1001);
    second.awaitStable(1001);

    assertThat(Records.of(server.log(0, 3)).writers()).endsWith(1, 2).hasSize(1001);
  }

  /** Also one that is on another host than the rank. */
  @Test
  void shouldDropWhatARankNeedsNoMore() {
    QuorumEventLog first = server.opened(0, 1);
    Records.append(first, 1, 1, MANY);
    first.awaitStable(MANY);
    server.needed = 3 * MANY / 4;
    Records.append(first, 1, MANY + 1, MANY + 1);
    first.awaitStable(MANY + 1);
    await().untilAsserted(() -> assertThat(sizeOfRecords()).isLessThan(MANY * 16 / 2));

    assertThat(Records.of(server.log(0, 2), server.needed).last()).isEqualTo(MANY + 1);
    assertThatThrownBy(() -> Records.of(server.log(0, 3)))
        .satisfies(hasCode(ErrorCode.LOG_DROPPED));
    // As who reads the stream of a lost host: what is needed of it is in it.
    Records kept = Records.kept(server.log(0, 4));
    assertThat(kept.first()).isBetween(2L, server.needed);
    assertThat(kept.last()).isEqualTo(MANY + 1);
  }

  private long sizeOfRecords() throws IOException {
    return Files.size(StorePlace.of(server.store(), "job", 0).resolveSibling("0.records"));
  }

  @Test
  void shouldGiveTheHistoryFromTheMiddle() {
    QuorumEventLog first = server.opened(0, 1);
    Records.append(first, 1, 1, 1000);
    first.awaitStable(1000);

    QuorumEventLog second = server.log(0, 2);
    assertThat(Records.of(second, 501).count()).isEqualTo(500);
    assertThat(second.stable()).isEqualTo(1000);
    Records.append(second, 2, 1001, 1001);
    second.awaitStable(1001);

    assertThat(Records.of(server.log(0, 3), 1002).count()).isZero();
    assertThatThrownBy(() -> Records.of(server.log(0, 4), 1003))
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT))
        .hasMessageContaining("up to 1001; those up to 1002 were there");
    assertThat(Records.of(server.log(0, 5)).writers()).endsWith(1, 2).hasSize(1001);
  }

  @Test
  void shouldKeepRanksAndJobsApart() {
    QuorumEventLog one = server.log(0, 1);
    QuorumEventLog other = server.log(1, 1);
    QuorumEventLog otherJob = server.log("another job/..", 0, 1);
    List<QuorumEventLog> logs = List.of(one, other, otherJob);
    for (QuorumEventLog log : logs) {
      assertThat(Records.of(log).count()).isZero();
      Records.append(log, logs.indexOf(log), 1, 3);
      log.awaitStable(3);
    }

    assertThat(Records.of(server.log(0, 2)).writers()).containsOnly(0);
    assertThat(Records.of(server.log(1, 2)).writers()).containsOnly(1);
    assertThat(Records.of(server.log("another job/..", 0, 2)).writers()).containsOnly(2);
  }

  @Test
  void shouldServeEightRanksAtOnce() throws Exception {
    int ranks = 8;
    int records = 3000;
    ExecutorService pool = Executors.newFixedThreadPool(ranks);
    List<Future<?>> running = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      QuorumEventLog log = server.opened(rank, 1);
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
      Records found = Records.of(server.log(rank, 2));
      assertThat(found.count()).isEqualTo(records);
      assertThat(found.writers()).containsOnly(rank);
    }
  }

  @Test
  void shouldSendWhatNoGateAskedForAndServeALongHistory() {
    QuorumEventLog log = server.opened(0, 1);
    int records = 200_000;
    Records.append(log, 1, 1, records);
    assertThat(log.stable()).isPositive();
    log.awaitStable(records);

    assertThat(Records.of(server.log(0, 2)).count()).isEqualTo(records);
  }

  @Test
  void shouldTakeARecordOfAnyAllowedLength() {
    QuorumEventLog log = server.opened(0, 1);
    log.append(ByteBuffer.allocate(1 << 20).put(1000, (byte) 7));
    log.append(ByteBuffer.allocate(0));
    log.awaitStable(2);
    assertThatThrownBy(() -> log.append(ByteBuffer.allocate((1 << 20) + 1)))
        .satisfies(hasCode(ErrorCode.RECORD_TOO_LONG));

    List<Integer> lengths = new ArrayList<>();
    server.log(0, 2).history(1, record -> lengths.add(record.remaining()));
    assertThat(lengths).containsExactly(1 << 20, 0);
  }

  @Test
  void shouldNotMindStrangersThatTalkNonsense() throws IOException {
    QuorumEventLog log = server.opened(0, 1);
    List<Socket> strangers = new ArrayList<>();
    for (String nonsense :
        List.of("GET / HTTP/1.1\r\n\r\n", "", "\0\0\0\u0008\u0001\u0007\0\0abcd")) {
      Socket stranger = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
      stranger.getOutputStream().write(nonsense.getBytes(StandardCharsets.UTF_8));
      strangers.add(stranger);
    }
    // The silent one is cut off, too.
    for (Socket stranger : strangers) {
      stranger.setSoTimeout(120_000);
      while (stranger.getInputStream().read() >= 0) {
        // The challenge, and why it is refused.
      }
      stranger.close();
    }
    Records.append(log, 1, 1, 1);
    log.awaitStable(1);
  }
}

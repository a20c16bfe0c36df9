package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.logger.server.TestServer.hasCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.logger.client.RemoteEventLog;
import org.ftmpj.logger.store.Store;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.Test;

/** An event logger's work for those who may ask for it. */
class EventLoggerServerTest extends WithServer {
  /** A queue begins with two pages of its index. */
  private static final int SMALL = (16 + 4) << 10;

  @Test
  void shouldListenOnlyWhereItIsTold() {
    assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(server.address().getPort()).isPositive();
  }

  @Test
  void shouldGiveTheHistoryToTheNextIncarnation() {
    RemoteEventLog first = server.log(0, 1);
    assertThat(Records.of(first).count()).isZero();
    Records.append(first, 1, 1, 1000);
    assertThat(first.stable()).isLessThan(1000);
    first.awaitStable(1000);
    assertThat(first.stable()).isEqualTo(1000);

    RemoteEventLog second = server.log(0, 2);
    assertThat(Records.of(second).count()).isEqualTo(1000);
    Records.append(second, 2, 1001, 1001);
    second.awaitStable(1001);

    assertThat(Records.of(server.log(0, 3)).writers()).endsWith(1, 2).hasSize(1001);
  }

  /** As it will be when there are checkpoints: the store has dropped what is not needed. */
  @Test
  void shouldSayThatTheHistoryBeginsLaterThanIsWanted() throws IOException {
    Path store = StorePlace.of(server.store(), "old", 0);
    Files.createDirectories(store.getParent());
    try (Store records = Store.open(store, new SegmentRules(SMALL, () -> 501))) {
      records.fence(1, 7);
      for (int i = 0; i < 700; i++) {
        records.append(ByteBuffer.allocate(1));
      }
    }
    long[] found = new long[1];
    long last = server.log("old", 0, 2).history(501, record -> found[0]++);
    assertThat(last).isEqualTo(700);
    assertThat(found[0]).isEqualTo(200);
    assertThatThrownBy(() -> server.log("old", 0, 3).history(1, record -> {}))
        .hasMessageContaining("1 is wanted of " + store)
        .satisfies(hasCode(ErrorCode.LOG_DROPPED));
  }

  /** Also one that is on another host than the rank. */
  @Test
  void shouldDropWhatARankNeedsNoMore() {
    SegmentRules.useSize(SMALL);
    try {
      RemoteEventLog first = server.opened(0, 1);
      Records.append(first, 1, 1, 20_000);
      first.awaitStable(20_000);
      server.needed = 15_001;
      Records.append(first, 1, 20_001, 30_000);
      first.awaitStable(30_000);
      assertThat(Records.of(server.log(0, 2), 15_001).count()).isEqualTo(15_000);
      assertThatThrownBy(() -> Records.of(server.log(0, 3)))
          .satisfies(hasCode(ErrorCode.LOG_DROPPED));
    } finally {
      SegmentRules.useSize(SegmentRules.USUAL_SIZE);
    }
  }

  /** As who reads the stream of a lost host: what is needed of it is in it. */
  @Test
  void shouldGiveWhatItHasToWhoDoesNotKnowWhatWasDropped() {
    SegmentRules.useSize(SMALL);
    try {
      RemoteEventLog first = server.opened(0, 1);
      Records.append(first, 1, 1, 20_000);
      first.awaitStable(20_000);
      assertThat(Records.kept(server.log(0, 2)).first()).isEqualTo(1);
      RemoteEventLog third = server.log(0, 3);
      Records.kept(third);
      server.needed = 15_001;
      Records.append(third, 1, 20_001, 30_000);
      third.awaitStable(30_000);
      Records kept = Records.kept(server.log(0, 4));
      assertThat(kept.first()).isBetween(10_000L, 15_001L);
      assertThat(kept.last()).isEqualTo(30_000);
    } finally {
      SegmentRules.useSize(SegmentRules.USUAL_SIZE);
    }
  }

  @Test
  void shouldNotGoOnWithAStoreThatBeginsLaterThanIsNeeded() throws IOException {
    SegmentRules.useSize(SMALL);
    try {
      RemoteEventLog log = server.opened(0, 1);
      Records.append(log, 1, 1, 20_000);
      log.awaitStable(20_000);
      server.stop();
      Path store = StorePlace.of(server.store(), "job", 0);
      long first = StoreReader.first(store);
      loseFirstSegment(store);
      assertThat(StoreReader.first(store)).isGreaterThan(first);
      server.start();
      Records.append(log, 1, 20_001, 20_001);
      assertThatThrownBy(() -> log.awaitStable(20_001))
          .satisfies(hasCode(ErrorCode.LOG_CORRUPT))
          .hasMessageContaining("those from 1 on are needed");
    } finally {
      SegmentRules.useSize(SegmentRules.USUAL_SIZE);
    }
  }

  private static void loseFirstSegment(Path store) throws IOException {
    try (Stream<Path> segments = Files.list(store)) {
      Path first =
          segments
              .filter(path -> path.getFileName().toString().startsWith("0-"))
              .findFirst()
              .orElseThrow();
      try (Stream<Path> all = Files.walk(first)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Test
  void shouldGiveTheHistoryFromTheMiddle() {
    RemoteEventLog first = server.opened(0, 1);
    Records.append(first, 1, 1, 1000);
    first.awaitStable(1000);

    RemoteEventLog second = server.log(0, 2);
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
    RemoteEventLog one = server.log(0, 1);
    RemoteEventLog other = server.log(1, 1);
    RemoteEventLog otherJob = server.log("another job/..", 0, 1);
    List<RemoteEventLog> logs = List.of(one, other, otherJob);
    for (RemoteEventLog log : logs) {
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
      RemoteEventLog log = server.opened(rank, 1);
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
    RemoteEventLog log = server.opened(0, 1);
    int records = 200_000;
    Records.append(log, 1, 1, records);
    assertThat(log.stable()).isPositive();
    log.awaitStable(records);

    assertThat(Records.of(server.log(0, 2)).count()).isEqualTo(records);
  }

  @Test
  void shouldTakeARecordOfAnyAllowedLength() {
    RemoteEventLog log = server.opened(0, 1);
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
    RemoteEventLog log = server.opened(0, 1);
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

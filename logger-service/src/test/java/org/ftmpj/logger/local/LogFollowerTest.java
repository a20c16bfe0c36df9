package org.ftmpj.logger.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.server.LocalJob;
import org.ftmpj.logger.store.ReplicaReader;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.testing.Records;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.SegmentRules;
import org.ftmpj.transport.journal.SegmentStart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFollowerTest {
  private static final int SMALL = (16 + 4) << 10;

  @TempDir Path directory;
  private JobLayout layout;
  private Secret secret;

  @BeforeEach
  void layOut() throws IOException {
    layout = new JobLayout(directory);
    secret = Secret.read(Files.writeString(directory.resolve("secret"), "0123456789abcdef"));
  }

  @Test
  void shouldHandOverWhatAllRanksLogWheneverTheyCome() throws IOException {
    Map<Integer, List<Long>> found = new ConcurrentHashMap<>();
    List<String> writers = new CopyOnWriteArrayList<>();
    LogFollower.Sink sink =
        (writer, session, batch) -> {
          writers.add(writer.toString());
          List<Long> of = found.computeIfAbsent(writer.rank(), r -> new CopyOnWriteArrayList<>());
          batch.forEach(record -> of.add(record.getLong(0)));
        };
    try (LogFollower follower = LogFollower.start(layout, "job", sink)) {
      assertThat(follower).isNotNull();
      Files.createDirectory(layout.determinants());
      Files.createDirectory(layout.determinants().resolve("1.new"));
      write(0, 1, 1, 3);
      await().until(() -> found.getOrDefault(0, List.of()).size() == 3);
      write(2, 1, 1, 2);
      write(0, 2, 4, 5);
      await().until(() -> found.getOrDefault(2, List.of()).size() == 2);
      await().until(() -> found.get(0).size() == 5);
    }
    assertThat(found.get(0)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(found.get(2)).containsExactly(1L, 2L);
    assertThat(found).doesNotContainKey(1);
    assertThat(writers)
        .contains("log 0 of job job, incarnation 2", "log 2 of job job, incarnation 1");
  }

  @Test
  void shouldGoOnWithTheOthersWhenOneLogIsDamaged() throws IOException {
    Files.createDirectory(layout.determinants());
    try (JournalWriter journal =
        JournalWriter.open(layout.determinants(0), new SegmentStart(1, 1), SegmentRules.usual())) {
      journal.append(
          java.nio.ByteBuffer.wrap(
              "nonsense".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }
    List<Batch> found = new CopyOnWriteArrayList<>();
    try (LogFollower follower =
        LogFollower.start(layout, "job", (writer, session, batch) -> found.add(batch))) {
      assertThat(follower).isNotNull();
      write(1, 1, 1, 1);
      await().until(() -> found.size() == 1);
    }
  }

  @Test
  void shouldKeepTheLocalDeterminantsAtTheLoggerOnceEach() throws IOException {
    Files.createDirectory(layout.determinants());
    write(0, 1, 1, 1000);
    write(1, 1, 1, 10);
    try (EventLoggerServer server = server()) {
      await().until(() -> stored(0) == 1000 && stored(1) == 10);
      write(0, 2, 1001, 1500);
      await().until(() -> stored(0) == 1500);
      assertThat(server.address()).isNotNull();
    }
    // Reads the logs from their start again.
    try (EventLoggerServer server = server()) {
      write(0, 3, 1501, 1502);
      await().until(() -> stored(0) == 1502);
      assertThat(server.address()).isNotNull();
    }
    List<Integer> writers = new ArrayList<>();
    try (ReplicaReader reader = ReplicaReader.open(store(), 0)) {
      assertThat(reader.read(1, record -> writers.add(record.getInt(8)))).isEqualTo(1502);
    }
    assertThat(writers).hasSize(1502).endsWith(2, 3, 3);
    assertThat(writers.get(999)).isEqualTo(1);
    assertThat(writers.get(1000)).isEqualTo(2);
  }

  /** The first ones are not in the rank's log any more when it is followed. */
  @Test
  void shouldKeepWhatCheckpointsNeed() throws IOException {
    SegmentRules.useSize(SMALL);
    Files.createDirectory(layout.determinants());
    RetainedPositions needed = RetainedPositions.create(layout.retention(0), 2);
    need(needed, 501);
    write(needed, 1, 1, 700);
    assertThat(StoreReader.first(layout.determinants(0))).isBetween(100L, 501L);
    try (EventLoggerServer server = server()) {
      await().until(() -> stored(0) == 700);
      need(needed, 1201);
      write(needed, 2, 701, 1400);
      await().until(() -> stored(0) == 1400);
      assertThat(server.address()).isNotNull();
    }
    try (EventLoggerServer server = server()) {
      write(needed, 3, 1401, 1401);
      await().until(() -> stored(0) == 1401);
      assertThat(server.address()).isNotNull();
    }
    try (ReplicaReader reader = ReplicaReader.open(store(), 0)) {
      assertThat(reader.first()).isBetween(100L, 1201L);
      List<Long> found = new ArrayList<>();
      assertThat(reader.read(1201, record -> found.add(record.getLong(0)))).isEqualTo(1401);
      assertThat(found).hasSize(201).startsWith(1201L);
      assertThatThrownBy(() -> reader.read(1, record -> {}))
          .hasFieldOrPropertyWithValue("code", ErrorCode.LOG_DROPPED);
    }
  }

  /** It is said, once, and the others are followed. */
  @Test
  void shouldLeaveALogThatHasLostAPartInTheMiddle() throws IOException {
    SegmentRules.useSize(SMALL);
    Files.createDirectory(layout.determinants());
    write(0, 1, 1, 1400);
    Path second;
    try (Stream<Path> segments = Files.list(layout.determinants(0))) {
      second =
          segments
              .filter(file -> file.getFileName().toString().startsWith("1-"))
              .findFirst()
              .orElseThrow();
    }
    Files.move(second, directory.resolve("lost"));
    List<Long> firsts = new CopyOnWriteArrayList<>();
    List<Batch> found = new CopyOnWriteArrayList<>();
    LogFollower.Sink sink =
        (writer, session, batch) -> {
          if (writer.rank() == 0) {
            firsts.add(batch.first());
          } else {
            found.add(batch);
          }
        };
    try (LogFollower follower = LogFollower.start(layout, "job", sink)) {
      assertThat(follower).isNotNull();
      await().until(() -> !firsts.isEmpty());
      for (int i = 1; i <= 5; i++) {
        write(1, i, i, i);
        int so = i;
        await().until(() -> found.size() == so);
      }
    }
    assertThat(firsts).doesNotHaveDuplicates();
  }

  private static void need(RetainedPositions needed, long record) {
    List<Long> all = List.of(1L, 1L);
    needed.raise(new RetainedPositions.Checkpoint(record, 0, all, all, all));
  }

  /** Goes on from the first one that is needed. */
  private void write(RetainedPositions needed, int incarnation, long first, long last) {
    try (MappedEventLog log =
        new MappedEventLog(
            layout.determinants(0), incarnation, null, SegmentRules.usual(needed::record))) {
      log.history(Math.min(first, needed.record()), record -> {});
      Records.append(log, incarnation, first, last);
    }
  }

  @AfterEach
  void useSegmentsAsUsual() {
    SegmentRules.useSize(SegmentRules.USUAL_SIZE);
  }

  private EventLoggerServer server() {
    return EventLoggerServer.start(
        new EventLoggerServer.Settings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            directory.resolve("store"),
            secret,
            Optional.of(new LocalJob(layout, "job"))));
  }

  private Path store() {
    return StorePlace.of(directory.resolve("store"), "job");
  }

  /** The number of the last record that the logger has of a rank. */
  private long stored(int rank) {
    if (!ReplicaReader.exists(store(), rank)) {
      return 0;
    }
    try (ReplicaReader reader = ReplicaReader.open(store(), rank)) {
      return reader.read(reader.first(), record -> {});
    }
  }

  private void write(int rank, int incarnation, long first, long last) {
    try (MappedEventLog log = new MappedEventLog(layout.determinants(rank), incarnation)) {
      assertThat(Records.of(log).count()).isEqualTo((int) first - 1);
      Records.append(log, incarnation, first, last);
    }
  }
}

package org.ftmpj.logger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
  /** A queue begins with two pages of its index. */
  private static final int SMALL = (16 + 4) << 10;

  @TempDir Path parent;
  private Path directory;

  @BeforeEach
  void name() {
    directory = parent.resolve("0");
  }

  @Test
  void shouldGiveBackWhatWasAppended() {
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      store.fence(1, 77);
      assertThat(store.append(record(1))).isEqualTo(1);
      store.append(batch(2, 4));
      store.fence(4, 78);
      assertThat(store.append(record(5))).isEqualTo(5);
    }

    assertThat(read()).containsExactly(1L, 2L, 3L, 4L, 5L);
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      assertThat(store.state()).isEqualTo(new StoreState(4, 78, 4, 5));
    }
  }

  @Test
  void shouldGiveBackTheStampsOfBatches() {
    AtomicLong stamps = new AtomicLong(7);
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      store.fence(1, 77);
      store.append(record(1), stamps::getAndIncrement);
      store.append(record(2));
      store.append(record(3), stamps::getAndIncrement);
    }
    try (StoreReader reader = StoreReader.open(directory, 1)) {
      List<Long> found = new ArrayList<>();
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        batch.forEach(record -> found.add(record.getLong(0)));
        found.add(reader.stamp());
      }
      assertThat(found).containsExactly(1L, 7L, 2L, -1L, 3L, 8L);
    }
  }

  @Test
  void shouldLeaveRoomInAStreamForADeterminantWithAStamp() {
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      store.fence(1, 0);
      ByteBuffer longest = ByteBuffer.allocate(Batch.MAX_RECORD);
      assertThatThrownBy(() -> store.append(longest, () -> 0))
          .satisfies(hasCode(ErrorCode.RECORD_TOO_LONG));
      store.append(longest.limit(longest.limit() - 36), () -> 0);
    }
    try (StoreReader reader = StoreReader.open(directory, 1)) {
      StreamEntry entry = new StreamEntry(3, 1, 0, reader.next());
      assertThat(entry.length()).isEqualTo(Batch.MAX_RECORD);
      ByteBuffer record = ByteBuffer.allocate(entry.length());
      entry.encode(record);
      StreamEntry decoded = (StreamEntry) StreamRecord.decode(record.flip());
      assertThat(decoded.rank()).isEqualTo(3);
      assertThat(decoded.batch().first()).isEqualTo(1);
      record.put(0, (byte) 2);
      assertThatThrownBy(() -> StreamRecord.decode(record))
          .satisfies(hasCode(ErrorCode.LOG_VERSION));
      record.put(0, (byte) 1).limit(100);
      assertThatThrownBy(() -> StreamRecord.decode(record))
          .satisfies(hasCode(ErrorCode.LOG_CORRUPT));
    }
  }

  @Test
  void shouldAppendLongAndShortRecordsInTurn() {
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      store.fence(1, 0);
      store.append(ByteBuffer.allocate(100_000).putLong(0, 1));
      store.append(record(2));
    }
    assertThat(read()).containsExactly(1L, 2L);
  }

  @Test
  void shouldNotTakeARecordThatIsTooLong() {
    try (Store store = Store.open(directory, SegmentRules.usual())) {
      store.fence(1, 0);
      assertThatThrownBy(() -> store.append(ByteBuffer.allocate(Batch.MAX_RECORD + 1)))
          .hasMessageContaining("1048577 bytes")
          .hasMessageContaining("1048576")
          .satisfies(hasCode(ErrorCode.RECORD_TOO_LONG));
    }
  }

  @Test
  void shouldReportAGap() {
    write(fence(1), determinants(1, 1), determinants(1, 3));
    assertThatThrownBy(this::read)
        .hasMessageContaining("Determinant 3 after 1")
        .hasMessageContaining(directory.toString())
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT));
  }

  @Test
  void shouldReportARecordOfAFencedIncarnation() {
    write(fence(1), fence(2), determinants(1, 1));
    assertThatThrownBy(this::read)
        .hasMessageContaining("of incarnation 1 after the fence of 2")
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT));
  }

  @Test
  void shouldReportAnIncarnationThatComesAgain() {
    write(fence(2), fence(2));
    assertThatThrownBy(this::read)
        .hasMessageContaining("fence of incarnation 2")
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT));
  }

  @Test
  void shouldReportAnotherVersion() {
    write(fence(1).put(0, (byte) 2));
    assertThatThrownBy(this::read).satisfies(hasCode(ErrorCode.LOG_VERSION));
  }

  @Test
  void shouldReportWhatIsNoRecord() {
    for (ByteBuffer bad :
        List.of(
            ByteBuffer.allocate(3).put(0, (byte) 1),
            fence(1).put(1, (byte) 3),
            fence(1).put(2, (byte) 1),
            ByteBuffer.allocate(17).put(0, fence(1), 0, 16),
            ByteBuffer.allocate(15).put(0, fence(1), 0, 15))) {
      directory = directory.resolveSibling(directory.getFileName() + "x");
      write(bad);
      assertThatThrownBy(this::read).satisfies(hasCode(ErrorCode.LOG_CORRUPT));
    }
  }

  @Test
  void shouldContinueAndReadASegmentWithoutTheOnesBefore() {
    AtomicLong needed = new AtomicLong();
    SegmentRules rules = new SegmentRules(SMALL, needed::get);
    for (int incarnation = 1; incarnation <= 4; incarnation++) {
      try (Store store = Store.open(directory, rules)) {
        assertThat(store.state().last()).isEqualTo(100L * (incarnation - 1));
        store.fence(incarnation, incarnation);
        for (int i = 0; i < 100; i++) {
          assertThat(store.append(record(store.state().last() + 1)))
              .isEqualTo(store.state().last());
        }
        assertThat(store.state())
            .isEqualTo(
                new StoreState(
                    incarnation, incarnation, 100L * (incarnation - 1), 100L * incarnation));
      }
      assertThat(read()).hasSize(100 * incarnation);
    }
    assertThat(readFrom(250)).first().isEqualTo(250L);
    needed.set(250);
    try (Store store = Store.open(directory, rules)) {
      for (int i = 0; i < 100; i++) {
        store.append(record(401 + i));
      }
    }
    assertThat(readFrom(250)).hasSize(251).startsWith(250L).endsWith(500L);
    assertThatThrownBy(this::read)
        .hasMessageContaining("1 is wanted of " + directory)
        .satisfies(hasCode(ErrorCode.LOG_DROPPED));
    assertThatThrownBy(() -> readFrom(502))
        .hasMessageContaining("the last one is 500")
        .satisfies(hasCode(ErrorCode.LOG_CORRUPT));
  }

  @Test
  void shouldReportASegmentThatDoesNotFollow() {
    write(fence(1), determinants(1, 1));
    StoreState other = new StoreState(1, 5, 0, 1);
    try (JournalWriter journal =
        JournalWriter.open(directory, other.toStart(), SegmentRules.usual())) {
      journal.roll(other.toStart());
    }
    assertThatThrownBy(this::read).satisfies(hasCode(ErrorCode.LOG_CORRUPT));
  }

  private List<Long> readFrom(long first) {
    List<Long> found = new ArrayList<>();
    try (StoreReader reader = StoreReader.openReadOnly(directory, first)) {
      reader.read(first, record -> found.add(record.getLong(record.position())));
    }
    return found;
  }

  private List<Long> read() {
    List<Long> found = new ArrayList<>();
    try (StoreReader reader = StoreReader.open(directory, 1)) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        batch.forEach(record -> found.add(record.getLong(0)));
      }
      assertThat(reader.state().last()).isEqualTo(found.size());
    }
    return found;
  }

  private void write(ByteBuffer... records) {
    try (JournalWriter journal =
        JournalWriter.open(directory, StoreState.EMPTY.toStart(), SegmentRules.usual())) {
      for (ByteBuffer record : records) {
        journal.append(record);
      }
    }
  }

  private static ByteBuffer fence(int incarnation) {
    ByteBuffer bytes = ByteBuffer.allocate(StoredRecord.FENCE_LENGTH);
    StoredRecord.encodeFence(incarnation, 0, bytes);
    return bytes.flip();
  }

  private static ByteBuffer determinants(int incarnation, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(100);
    StoredRecord.encodeBatchHead(incarnation, bytes);
    batch(number, number).encode(bytes);
    return bytes.flip();
  }

  private static ByteBuffer record(long number) {
    return ByteBuffer.allocate(8).putLong(0, number);
  }

  private static Batch batch(long first, long last) {
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    for (long n = first; n <= last; n++) {
      bytes.putInt(8).putLong(n);
    }
    return new Batch(first, (int) (last - first + 1), bytes.flip());
  }

  private static java.util.function.Consumer<Throwable> hasCode(ErrorCode code) {
    return e -> assertThat(((FtmpjException) e).code()).isEqualTo(code);
  }
}

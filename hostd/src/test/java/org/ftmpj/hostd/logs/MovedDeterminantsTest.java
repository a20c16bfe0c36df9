package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.wire.Batch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The determinants of rank 2, which come from the streams of two lost hosts. */
class MovedDeterminantsTest {
  private static final int RANK = 2;

  @TempDir Path directory;
  private JobLayout layout;
  private MovedDeterminants moved;

  @BeforeEach
  void open() throws Exception {
    layout = new JobLayout(Files.createDirectories(directory.resolve("host")));
    Files.createDirectories(layout.determinants(RANK).getParent());
    Files.createDirectories(layout.moved(RANK).getParent());
    moved = new MovedDeterminants(layout);
  }

  /** A determinant that is its number, as the incarnation of a host recorded it. */
  private static ByteBuffer entry(long number, int incarnation) {
    ByteBuffer determinant = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
    determinant.putInt(Long.BYTES).putLong(number).flip();
    StreamEntry entry =
        new StreamEntry(RANK, incarnation, 100 + incarnation, new Batch(number, 1, determinant));
    ByteBuffer record = ByteBuffer.allocate(entry.length());
    entry.encode(record);
    return record.flip();
  }

  /** That of this rank, and of another one, a stream needs no more than what follows. */
  private static ByteBuffer base(long first) {
    StreamBase base =
        new StreamBase(
            5,
            List.of(
                new StreamBase.OfRank(RANK, 3, 103, first),
                new StreamBase.OfRank(RANK + 1, 1, 101, 99)));
    ByteBuffer record = ByteBuffer.allocate(base.length());
    base.encode(record);
    return record.flip();
  }

  private List<Long> log() {
    return log(1);
  }

  private List<Long> log(long first) {
    List<Long> numbers = new ArrayList<>();
    assertThat(StoreReader.first(layout.determinants(RANK))).isEqualTo(first);
    try (StoreReader reader = StoreReader.openReadOnly(layout.determinants(RANK), first)) {
      reader.read(first, record -> numbers.add(record.getLong(record.position())));
    }
    return numbers;
  }

  @Test
  void shouldDropWhatComesAgainAfterAHalf() {
    moved.add(entry(1, 1));
    moved.add(entry(2, 1));
    // Others are complete then, and this rank's coordinator is dead.
    moved.close();
    for (long number = 1; number <= 3; number++) {
      moved.add(entry(number, 1));
    }
    moved.add(entry(4, 2));
    assertThat(MovedDeterminants.before(layout, RANK)).isZero();
    assertThat(moved.complete(RANK)).isEqualTo(4);
    assertThat(MovedDeterminants.before(layout, RANK)).as("in the next run").isEqualTo(4);
    moved.close();
    assertThat(log()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void shouldLeaveALogAloneThatIsComplete() {
    moved.add(entry(1, 1));
    moved.add(entry(2, 1));
    assertThat(moved.complete(RANK)).isEqualTo(2);
    moved.close();
    moved.add(entry(1, 1));
    moved.add(entry(2, 1));
    assertThat(moved.complete(RANK)).isEqualTo(2);
    assertThatThrownBy(() -> moved.add(entry(3, 1)))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
    moved.close();
    assertThat(log()).containsExactly(1L, 2L);
  }

  @Test
  void shouldNoticeThatDeterminantsAreMissing() {
    moved.add(entry(1, 1));
    moved.add(entry(3, 1));
    assertMissing();
    moved = new MovedDeterminants(layout);
    moved.add(entry(3, 1));
    assertMissing();
  }

  @Test
  void shouldNoticeThatMoreAreMissingThanWereNeededNoMore() {
    moved.add(entry(4, 1));
    moved.add(base(3));
    assertMissing();
  }

  private void assertMissing() {
    assertThatThrownBy(() -> moved.complete(RANK))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
    assertThat(MovedDeterminants.before(layout, RANK)).isZero();
    moved.close();
  }

  @Test
  void shouldBeginWithTheFirstThatIsThereIfTheOthersAreNeededNoMore() {
    moved.add(entry(4, 1));
    moved.add(base(5));
    // Once more, from a coordinator that comes after.
    moved.close();
    moved.add(entry(4, 1));
    moved.add(entry(5, 2));
    moved.add(base(5));
    moved.add(entry(6, 2));
    assertThat(moved.complete(RANK)).isEqualTo(6);
    moved.close();
    assertThat(log(4)).containsExactly(4L, 5L, 6L);
  }

  /** Its number of the next one would be wrong otherwise. */
  @Test
  void shouldKnowHowManyThereWereIfNoneIsNeeded() {
    moved.add(base(8));
    assertThat(moved.complete(RANK)).isEqualTo(7);
    assertThat(MovedDeterminants.before(layout, RANK)).isEqualTo(7);
    moved.close();
    assertThat(log(8)).isEmpty();
    try (MappedEventLog log = new MappedEventLog(layout.determinants(RANK), 4)) {
      assertThat(log.history(8, record -> {})).isEqualTo(7);
      assertThat(log.append(ByteBuffer.allocate(1))).isEqualTo(8);
    }
  }

  @Test
  void shouldGoOnInTheStreamOfTheNextHostThatWasPruned() {
    moved.add(entry(1, 1));
    moved.add(entry(2, 1));
    moved.add(entry(9, 2));
    moved.add(base(9));
    moved.add(entry(10, 3));
    assertThat(moved.complete(RANK)).isEqualTo(10);
    moved.close();
    assertThat(log(9)).containsExactly(9L, 10L);
  }
}

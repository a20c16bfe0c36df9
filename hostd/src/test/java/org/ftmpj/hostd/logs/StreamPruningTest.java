package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.store.ReplicaReader;
import org.ftmpj.logger.store.ReplicaStore;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stream of a host with ranks 0 and 1, and a real event logger. */
@Timeout(120)
class StreamPruningTest {
  private static final int RANKS = 2;
  private static final int BYTES = 4 << 10;
  private static final Placement PLACEMENT = new Placement(List.of(1, 1));
  private static final int STREAM = StreamRecord.number(PLACEMENT.size(), 1);

  @TempDir Path directory;
  private JobLayout layout;
  private RealGates gates;

  @BeforeEach
  void start() throws Exception {
    SegmentRules.useSize(512 << 10);
    layout = new JobLayout(Files.createDirectories(directory.resolve("host")));
    ControlBlock.create(layout.control(), RANKS);
    Files.createDirectories(layout.determinants());
    gates = RealGates.start(directory);
  }

  @AfterEach
  void stop() {
    gates.close();
    SegmentRules.useSize(SegmentRules.USUAL_SIZE);
  }

  private MappedEventLog log(int rank, int incarnation) {
    ControlBlock control = ControlBlock.open(layout.control());
    MappedEventLog log =
        new MappedEventLog(layout.determinants(rank), incarnation, control::takeStamp);
    log.history(1, record -> {});
    return log;
  }

  /** As when two checkpoints have been copied. */
  private void needs(int rank, long first) {
    RetainedPositions.create(layout.retention(rank), RANKS).raiseRecord(first);
  }

  /** Appends 2 MiB, more than is between two places of the stream. */
  private static long append(MappedEventLog log, DeterminantStream stream) throws Exception {
    long last = 0;
    for (int i = 0; i < 512; i++) {
      last = log.append(ByteBuffer.allocate(BYTES));
      if (i % 8 == 0) {
        stream.pass();
      }
    }
    stream.pass();
    return last;
  }

  private long first() {
    try (ReplicaReader reader = ReplicaReader.open(gates.store(), STREAM)) {
      return reader.first();
    }
  }

  /** What is there of the stream: the last of each rank, and what is needed by its last base. */
  private final class Read {
    final Map<Integer, Long> first = new TreeMap<>();
    final Map<Integer, Long> last = new TreeMap<>();
    StreamBase base;

    Read(int incarnation) {
      StoredStream.read(
          gates.log(PLACEMENT, 1, incarnation),
          (number, record, bytes) -> {
            if (record instanceof StreamEntry entry) {
              first.putIfAbsent(entry.rank(), entry.batch().first());
              long before = last.getOrDefault(entry.rank(), entry.batch().first() - 1);
              assertThat(entry.batch().first()).isEqualTo(before + 1);
              last.put(entry.rank(), entry.batch().last());
            } else {
              base = (StreamBase) record;
            }
          });
    }
  }

  @Test
  void shouldHaveDroppedWhatNoRankNeeds() throws Exception {
    try (MappedEventLog busy = log(0, 1);
        MappedEventLog idle = log(1, 1)) {
      DeterminantStream stream = gates.open(1, layout, PLACEMENT);
      idle.append(ByteBuffer.allocate(BYTES));
      needs(0, append(busy, stream) - 10);
      append(busy, stream);
      assertThat(first()).as("the other rank may begin at its start").isEqualTo(1);
      needs(1, 2);
      long last = append(busy, stream);
      assertThat(first()).as("what rank 0 needs is there").isLessThanOrEqualTo(502);
      for (int i = 0; i < 10; i++) {
        needs(0, last + 1);
        last = append(busy, stream);
        long newest = last;
        await().until(() -> first() > newest - 6 * 512);
        assertThat(first()).isLessThanOrEqualTo(last);
      }
      Read read = new Read(2);
      assertThat(read.last).containsExactly(Map.entry(0, last));
      assertThat(read.base.ranks())
          .extracting(StreamBase.OfRank::rank, StreamBase.OfRank::first)
          .contains(tuple(1, 2L));
      long needed = read.base.ranks().get(0).first();
      assertThat(read.first.get(0)).isLessThanOrEqualTo(needed);
    }
  }

  @Test
  void shouldGoOnInTheNextRunOfTheJobWithWhatIsLeft() throws Exception {
    long last = 0;
    for (int incarnation = 1; incarnation <= 4; incarnation++) {
      try (MappedEventLog busy = log(0, incarnation);
          MappedEventLog idle = log(1, incarnation);
          DeterminantStream stream = gates.open(1, layout, PLACEMENT, incarnation)) {
        if (incarnation == 1 || incarnation == 4) {
          idle.append(ByteBuffer.allocate(BYTES));
        }
        last = append(busy, stream);
        needs(0, last + 1);
        needs(1, 2);
        last = append(busy, stream);
      }
      assertThat(first()).isGreaterThan(last - 6 * 512);
    }
    Read read = new Read(5);
    assertThat(read.last).containsEntry(0, last);
    assertThat(read.base.ranks().get(1).first()).isEqualTo(2);
    assertThat(read.base.ranks().get(1).incarnation()).isIn(1, 4);
    assertThat(read.first).as("its second one, numbered as such").containsEntry(1, 2L);
    assertThat(read.last).containsEntry(1, 2L);
  }

  /** Whatever is told: a rank could begin at its start without what it had recorded. */
  @Test
  void shouldNotTakeALostBeginningForOneThatIsNotNeeded() throws Exception {
    try (MappedEventLog busy = log(0, 1)) {
      DeterminantStream stream = gates.open(1, layout, PLACEMENT);
      append(busy, stream);
      append(busy, stream);
      new Read(2);
      gates.away(() -> loseUpTo(800));
      assertLost(3);
    }
  }

  @Test
  void shouldNotTakeALostPartForOneThatIsNotNeeded() throws Exception {
    try (MappedEventLog busy = log(0, 1)) {
      DeterminantStream stream = gates.open(1, layout, PLACEMENT);
      needs(0, append(busy, stream) + 1);
      append(busy, stream);
      await().until(() -> first() > 1);
      new Read(2);
      gates.away(() -> loseUpTo(1000));
      assertLost(3);
    }
  }

  private void assertLost(int incarnation) {
    assertThatThrownBy(() -> new Read(incarnation))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT))
        .hasMessageContaining("of a host's stream");
  }

  /** Drops records from the store, as an event logger does that was told to prune them. */
  private void loseUpTo(long last) {
    try (ReplicaStore store = ReplicaStore.open(gates.store(), STREAM, true)) {
      store.prune(last);
    }
    assertThat(first()).isGreaterThan(1);
  }
}

package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DeterminantStreamTest {
  private static final int RANKS = 3;
  private static final int DETERMINANTS = 8_000;
  private static final Placement PLACEMENT = new Placement(List.of(1, 1, 1));

  @TempDir Path directory;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /**
   * Each rank goes on from what it sees of the others, as if it had received it, while passes are
   * made; the event log checks the order.
   */
  @Test
  void shouldNotSendADeterminantBeforeOneThatItDependsOn() throws Exception {
    JobLayout layout = host();
    AtomicReferenceArray<long[]> seen = new AtomicReferenceArray<>(RANKS);
    AtomicInteger running = new AtomicInteger(RANKS);
    StreamLog log = new StreamLog(RANKS);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (DeterminantStream stream =
        DeterminantStream.open(
            layout, PLACEMENT, 1, log, new StreamPruning(layout), failures::add)) {
      List<Future<Void>> ranks = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        int self = rank;
        Callable<Void> program =
            () -> {
              record(layout, self, seen);
              running.decrementAndGet();
              return null;
            };
        ranks.add(threads.submit(program));
      }
      while (running.get() > 0 && ranks.stream().noneMatch(DeterminantStreamTest::hasFailed)) {
        stream.pass();
      }
      for (Future<Void> rank : ranks) {
        rank.get();
      }
      stream.pass();
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(log.stored(rank)).isEqualTo(DETERMINANTS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(failures).isEmpty();
  }

  private static boolean hasFailed(Future<Void> rank) {
    try {
      return rank.isDone() && rank.get() != null;
    } catch (Exception e) {
      return true;
    }
  }

  private static void record(JobLayout layout, int self, AtomicReferenceArray<long[]> seen) {
    long[] mine = new long[RANKS];
    try (MappedEventLog log = log(layout, self, 1)) {
      for (int i = 0; i < DETERMINANTS; i++) {
        for (int other = 0; other < RANKS; other++) {
          long[] its = seen.getAcquire(other);
          for (int rank = 0; its != null && rank < RANKS; rank++) {
            mine[rank] = Math.max(mine[rank], its[rank]);
          }
        }
        mine[self] = log.append(StreamLog.determinant(mine));
        seen.setRelease(self, mine.clone());
        if (i % 4 == 0) {
          // So that passes find logs without anything new.
          LockSupport.parkNanos(1);
        }
      }
    }
  }

  @Test
  void shouldSayUpToWhichStampAllIsStableWhenARankRings() throws Exception {
    JobLayout layout = host();
    ControlBlock control = ControlBlock.open(layout.control());
    StreamLog stored = new StreamLog(RANKS);
    try (MappedEventLog log = log(layout, 1, 1);
        Doorbell bell = Doorbell.open();
        DeterminantStream stream =
            DeterminantStream.open(
                layout, PLACEMENT, 1, stored, new StreamPruning(layout), failures::add)) {
      for (int i = 0; i < 3; i++) {
        log.append(StreamLog.determinant(0, i));
        long stamp = control.takeStamp();
        bell.ring(control.edgePort());
        await().until(() -> control.stableBefore() > stamp);
        assertThat(stored.stored(1)).isEqualTo(i + 1);
      }
      stream.pass();
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldGoOnWhereAnEarlierDaemonOfTheHostHasCome() throws Exception {
    JobLayout layout = host();
    StreamLog first = new StreamLog(RANKS);
    try (MappedEventLog log = log(layout, 1, 1);
        DeterminantStream stream =
            DeterminantStream.open(
                layout, PLACEMENT, 1, first, new StreamPruning(layout), failures::add)) {
      log.append(StreamLog.determinant(0, 0));
      log.append(StreamLog.determinant(0, 1));
      stream.pass();
      log.append(StreamLog.determinant(0, 2));
    }
    StreamLog second = first.again();
    try (MappedEventLog log = log(layout, 1, 2);
        DeterminantStream stream =
            DeterminantStream.open(
                layout, PLACEMENT, 1, second, new StreamPruning(layout), failures::add)) {
      log.append(StreamLog.determinant(0, 3));
      stream.pass();
      assertThat(second.stored(1)).isEqualTo(4);
    }
  }

  @Test
  void shouldLetNothingPassAnyMoreWhenTheStreamHasFailed() throws Exception {
    JobLayout layout = host();
    StreamLog log = new StreamLog(RANKS);
    try (DeterminantStream stream =
        DeterminantStream.open(
            layout, PLACEMENT, 1, log, new StreamPruning(layout), failures::add)) {
      stream.pass();
      log.away = new FtmpjException(ErrorCode.FENCED, "the host was given up");
      assertRefused(stream, ErrorCode.FENCED);
      log.away = null;
      assertRefused(stream, ErrorCode.FENCED);
    }
  }

  @Test
  void shouldRefuseDeterminantsWithoutStamps() throws Exception {
    JobLayout layout = host();
    try (MappedEventLog log = new MappedEventLog(layout.determinants(0), 1);
        DeterminantStream stream =
            DeterminantStream.open(
                layout,
                PLACEMENT,
                1,
                new StreamLog(RANKS),
                new StreamPruning(layout),
                failures::add)) {
      log.history(1, record -> {});
      log.append(StreamLog.determinant(0));
      assertRefused(stream, ErrorCode.LOG_CORRUPT);
    }
  }

  private static void assertRefused(EdgeGate stream, ErrorCode code) {
    assertThatThrownBy(stream::pass)
        .isInstanceOfSatisfying(FtmpjException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** The neighbour's determinant must be stable, too: the sender has seen its message. */
  @Test
  void shouldLetAMessageLeaveWhenTheHostsDeterminantsAreStable() throws Exception {
    StreamLog log = new StreamLog(RANKS);
    AtomicReference<DeterminantStream> stream = new AtomicReference<>();
    TwoHosts.Gates gates =
        (host, layout, placement) -> {
          if (host == 2) {
            return EdgeGate.OPEN;
          }
          stream.set(
              DeterminantStream.open(
                  layout, placement, host, log, new StreamPruning(layout), failures::add));
          return stream.get();
        };
    try (TwoHosts hosts = TwoHosts.start(directory, null, gates, false, 1, 1, 2);
        MappedEventLog determinants = log(hosts.layout(1), 1, 1);
        ChronicleInterconnect neighbour = hosts.rank(1, 1);
        ChronicleInterconnect sender = hosts.rank(0, 1);
        ChronicleInterconnect receiver = hosts.rank(2, 1)) {
      for (int i = 1; i <= 100; i++) {
        determinants.append(StreamLog.determinant(0, i - 1));
        Rank.send(neighbour, 0, i, 8, 0);
        Rank.receive(sender, hosts, 1, i);
        Rank.send(sender, 2, i, i % 10 == 0 ? 200_000 : 10, 0);
        Rank.receive(receiver, hosts, 0, i);
        assertThat(log.stored(1)).isEqualTo(i);
      }
    } finally {
      stream.get().close();
    }
  }

  @Test
  void shouldBeStoredByARealEventLoggerUnderItsOwnNumber() throws Exception {
    JobLayout layout = host();
    assertThat(DeterminantStream.writer("job", PLACEMENT, 1, 1).rank()).isEqualTo(RANKS + 1);
    try (RealGates gates = RealGates.start(directory)) {
      EdgeGate stream = gates.open(1, layout, PLACEMENT);
      try (MappedEventLog one = log(layout, 0, 1);
          MappedEventLog other = log(layout, 2, 5)) {
        one.append(ByteBuffer.wrap(new byte[] {1}));
        other.append(ByteBuffer.wrap(new byte[] {2}));
        one.append(ByteBuffer.wrap(new byte[] {3}));
        stream.pass();
      }
      List<String> stored = new ArrayList<>();
      try (EventLog next = gates.log(PLACEMENT, 1, 2)) {
        next.history(1, record -> stored.add(text((StreamEntry) StreamRecord.decode(record))));
      }
      assertThat(stored).containsExactly("0.1 #1: 1", "2.5 #1: 2", "0.1 #2: 3");
      // The next daemon of the host has come: nothing of this one is stored any more.
      try (MappedEventLog one = log(layout, 0, 2)) {
        one.append(ByteBuffer.wrap(new byte[] {4}));
        assertRefused(stream, ErrorCode.FENCED);
      }
    }
  }

  private static String text(StreamEntry entry) {
    List<Byte> contents = new ArrayList<>();
    entry.batch().forEach(record -> contents.add(record.get(0)));
    return entry.rank()
        + "."
        + entry.incarnation()
        + " #"
        + entry.batch().first()
        + ": "
        + contents.get(0);
  }

  private JobLayout host() throws Exception {
    JobLayout layout = new JobLayout(Files.createDirectories(directory.resolve("host")));
    ControlBlock.create(layout.control(), RANKS);
    Files.createDirectories(layout.determinants());
    return layout;
  }

  private static MappedEventLog log(JobLayout layout, int rank, int incarnation) {
    ControlBlock control = ControlBlock.open(layout.control());
    MappedEventLog log =
        new MappedEventLog(layout.determinants(rank), incarnation, control::takeStamp);
    log.history(1, record -> {});
    return log;
  }
}

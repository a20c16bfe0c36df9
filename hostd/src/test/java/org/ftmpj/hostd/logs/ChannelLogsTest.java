package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.network.Receiver;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.RecordedChannel;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ChannelLogsTest {
  private static final int MESSAGES = 60;

  @TempDir Path directory;

  /** Two ranks on each host; each sends to all others, itself too, and receives meanwhile. */
  @Test
  void shouldDeliverEverythingOfAllSizesInOrderBetweenAllRanks() throws Exception {
    long seed = seed();
    try (TwoHosts hosts =
        TwoHosts.start(directory, new Random(seed), TwoHosts.Gates.OPEN, false, 1, 2, 1, 2)) {
      exchange(hosts, seed, MESSAGES);
    }
  }

  /** The same over the session that ships. */
  @Test
  void shouldDeliverEverythingOverTcp() throws Exception {
    try (TwoHosts hosts = TwoHosts.startOverTcp(directory, 1, 2, 1, 2)) {
      exchange(hosts, seed(), MESSAGES / 4);
    }
  }

  private static long seed() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("ChannelLogsTest: -Dtest.seed=" + seed);
    return seed;
  }

  private static void exchange(TwoHosts hosts, long seed, int messages) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Void>> ranks = new ArrayList<>();
      for (int rank = 0; rank < 4; rank++) {
        int self = rank;
        Random random = new Random(seed + rank);
        Callable<Void> program = () -> exchange(hosts, self, random, messages);
        ranks.add(threads.submit(program));
      }
      for (Future<Void> rank : ranks) {
        rank.get();
      }
      for (int source = 0; source < 4; source++) {
        for (int destination = 0; destination < 4; destination++) {
          int here = 1 + source % 2;
          int there = 1 + destination % 2;
          assertThat(records(hosts.layout(there), source, destination))
              .as("%d to %d", source, destination)
              .isEqualTo(records(hosts.layout(here), source, destination));
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void exchange(TwoHosts hosts, int self, Random random, int messages) {
    long[] sent = new long[4];
    long[] received = new long[4];
    int marks = 0;
    try (ChronicleInterconnect rank = hosts.rank(self, 1)) {
      while (min(sent) < messages) {
        int to = random.nextInt(4);
        if (sent[to] < messages) {
          Rank.send(rank, to, ++sent[to], length(random), random.nextInt(3) * random.nextInt(500));
          if (sent[to] % 10 == 0) {
            rank.mark(to, sent[to]);
          }
        }
        for (Arrival next = rank.next(); next != null; next = rank.next()) {
          marks += take(rank, next, received);
        }
      }
      while (min(received) < messages) {
        marks += take(rank, Rank.next(rank, hosts), received);
      }
    }
    assertThat(marks).isPositive();
    return null;
  }

  private static int take(ChronicleInterconnect rank, Arrival arrival, long[] received) {
    if (arrival instanceof Arrival.Message message) {
      assertThat(message.sequence()).isEqualTo(++received[message.source()]);
      Rank.check(rank, message);
      return 0;
    }
    return 1;
  }

  private static int length(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> random.nextInt(3 << 20);
      case 1, 2 -> (16 << 10) - 1 + random.nextInt(200 << 10);
      case 3 -> (64 << 10) * (1 + random.nextInt(4));
      case 4 -> 0;
      default -> random.nextInt(8000);
    };
  }

  private static long min(long[] numbers) {
    long least = Long.MAX_VALUE;
    for (long number : numbers) {
      least = Math.min(least, number);
    }
    return least;
  }

  /** What a log, or its mirror, has: envelopes with digests, and incarnations. */
  private static List<String> records(JobLayout layout, int source, int destination) {
    List<String> all = new ArrayList<>();
    try (RecordedChannel log = new RecordedChannel(layout, source, destination)) {
      for (Arrival next = log.next(); next != null; next = log.next()) {
        String what =
            next instanceof Arrival.Message message
                ? message.sequence() + " " + message.envelope()
                : next.toString();
        all.add(log.incarnation() + ": " + what);
      }
    }
    return all;
  }

  @Test
  void shouldGoOnWithTheLogOfANewIncarnationAndLetAReceiverStartAgain() throws Exception {
    try (TwoHosts hosts = TwoHosts.start(directory, null, TwoHosts.Gates.OPEN, false, 1, 2, 2)) {
      try (ChronicleInterconnect sender = hosts.rank(0, 1)) {
        Rank.send(sender, 1, 1, 100, 0);
        Rank.send(sender, 1, 2, 100_000, 10);
      }
      try (ChronicleInterconnect sender = hosts.rank(0, 2);
          ChronicleInterconnect receiver = hosts.rank(1, 1)) {
        Rank.receive(receiver, hosts, 0, 1);
        Rank.receive(receiver, hosts, 0, 2);
        while (sender.recorded(1) != null) {
          sender.skipRecorded(1);
        }
        Rank.send(sender, 1, 3, 1 << 20, 0);
        Rank.receive(receiver, hosts, 0, 3);
      }
      try (ChronicleInterconnect receiver = hosts.rank(1, 2)) {
        for (int sequence = 1; sequence <= 3; sequence++) {
          Rank.receive(receiver, hosts, 0, sequence);
        }
      }
      assertThat(records(hosts.layout(2), 0, 1))
          .isEqualTo(records(hosts.layout(1), 0, 1))
          .extracting(record -> record.substring(0, 2))
          .containsExactly("1:", "1:", "2:");
    }
  }

  /** Marks of the next incarnation, and what other ranks send, do not wait for the payload. */
  @Test
  void shouldWaitForTheRestOfALargeMessageWhoseSenderHasDied() throws Exception {
    int length = 1 << 20;
    try (TwoHosts hosts = TwoHosts.start(directory, null, TwoHosts.Gates.OPEN, false, 1, 1, 2, 2);
        ChronicleInterconnect receiver = hosts.rank(2, 1);
        ChronicleInterconnect other = hosts.rank(3, 1)) {
      Rank.dieWhileSending(hosts.rank(0, 1), 2, 1, length);
      Arrival.Message begun = (Arrival.Message) Rank.next(receiver, hosts);
      assertThat(begun.envelope().fixedLength()).isEqualTo(length);
      try (ChronicleInterconnect neighbour = hosts.rank(1, 1)) {
        Rank.send(neighbour, 2, 1, length, 0);
        Arrival.Message message = (Arrival.Message) Rank.next(receiver, hosts);
        assertThat(message.source()).isEqualTo(1);
        Rank.check(receiver, message);
      }
      try (ChronicleInterconnect sender = hosts.rank(0, 2)) {
        sender.mark(3, 17);
        assertThat(Rank.next(other, hosts)).isEqualTo(new Arrival.MatchedMark(0, 17));
        Rank.send(sender, 2, 1, length, 0);
        Rank.send(sender, 3, 1, length, 0);
        Rank.receive(other, hosts, 0, 1);
      }
    }
    // As a receiver that starts again has it.
    try (RecordedChannel mirror =
        new RecordedChannel(new JobLayout(directory.resolve("host-2")), 0, 2)) {
      Arrival.Message message = (Arrival.Message) mirror.next();
      mirror.copy(message, ByteBuffer.allocateDirect(length), null);
    }
  }

  /** Else the receiver, on another host, would wait for ever. */
  @Test
  void shouldTellThatALogHasFewerRecordsThanItsWriterHasCounted() throws Exception {
    try (TwoHosts hosts = TwoHosts.start(directory, null, TwoHosts.Gates.OPEN, false, 1, 2);
        ChronicleInterconnect sender = hosts.rank(0, 1)) {
      Rank.send(sender, 1, 1, 10, 0);
      ControlBlock.open(hosts.layout(1).control()).publish(0, 1);
      await().until(() -> !hosts.failures.isEmpty());
      assertThat(hosts.failures.get(0)).hasMessageContainingAll("FTMPJ-1302", "Only 1 of 2");
    }
  }

  @Test
  void shouldCompareAndDropWhatComesAgainAndGoOnWithWhatIsNew() throws Exception {
    List<byte[]> frames = framesOfOneChannel();
    JobLayout layout = newHost();
    for (int upTo : new int[] {1, 3, frames.size() / 2, frames.size() - 1, frames.size()}) {
      land(layout, frames.subList(0, upTo));
    }
    List<String> records = records(layout, 0, 1);
    assertThat(records).isEqualTo(records(new JobLayout(directory.resolve("host-1")), 0, 1));
    try (ChronicleInterconnect receiver = ChronicleInterconnect.open(layout, 1, 2, 1)) {
      for (int i = 0; i < records.size(); i++) {
        if (receiver.next() instanceof Arrival.Message message) {
          Rank.check(receiver, message);
        }
      }
      assertThat(receiver.next()).isNull();
    }
  }

  @Test
  void shouldRefuseGapsAndWhatComesAgainAndIsNotTheSame() throws Exception {
    List<byte[]> frames = framesOfOneChannel();
    JobLayout layout = newHost();
    land(layout, frames);
    for (byte[] frame : frames) {
      byte[] changed = frame.clone();
      changed[changed.length - 1] ^= 1;
      assertRefused(layout, List.of(changed));
    }
    for (int missing = 0; missing < frames.size() - 1; missing++) {
      List<byte[]> rest = new ArrayList<>(frames);
      rest.remove(missing);
      assertRefused(newHost(), rest);
    }
    byte[] truncated = Arrays.copyOf(frames.get(0), frames.get(0).length - 1);
    assertRefused(layout, List.of(truncated));
  }

  @Test
  void shouldTellThatItCannotWriteBeforeTheSessionEnds() throws Exception {
    List<Throwable> told = new ArrayList<>();
    try (ChannelLogs logs =
        ChannelLogs.open(newHost(), new Placement(List.of(1, 2)), 2, host -> null, told::add)) {
      Receiver receiver = logs.receiverOf(1);
      assertThatThrownBy(() -> receiver.accept(ByteBuffer.allocate(2)))
          .satisfies(thrown -> assertThat(told).containsExactly(thrown));
    }
  }

  private static void assertRefused(JobLayout layout, List<byte[]> frames) {
    assertThatThrownBy(() -> land(layout, frames))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
  }

  /** Small messages, a mark, large ones of both kinds: so that none can be left out. */
  private List<byte[]> framesOfOneChannel() throws Exception {
    try (TwoHosts hosts = TwoHosts.start(directory, null, TwoHosts.Gates.OPEN, true, 1, 2);
        ChronicleInterconnect sender = hosts.rank(0, 1);
        ChronicleInterconnect receiver = hosts.rank(1, 1)) {
      int[] lengths = {10, 20_000, 100_000, 300_000, 40};
      for (int i = 0; i < lengths.length; i++) {
        Rank.send(sender, 1, i + 1, lengths[i], 0);
        Rank.receive(receiver, hosts, 0, i + 1);
      }
      sender.mark(1, 5);
      assertThat(Rank.next(receiver, hosts)).isInstanceOf(Arrival.MatchedMark.class);
      Rank.send(sender, 1, 6, 3, 3);
      Rank.receive(receiver, hosts, 0, 6);
      List<byte[]> frames = new ArrayList<>(hosts.frames);
      frames.removeIf(ChannelLogsTest::hasOnlyAHead);
      return frames;
    }
  }

  /** That a large message begins comes again with its first bytes. */
  private static boolean hasOnlyAHead(byte[] frame) {
    return frame[1] == LogFrame.PIECE && frame.length == LogFrame.PIECE_HEADER + frame[2];
  }

  private JobLayout newHost() throws Exception {
    JobLayout layout = new JobLayout(Files.createTempDirectory(directory, "host"));
    ControlBlock.create(layout.control(), 2);
    return layout;
  }

  /** As a daemon that is started with what is there. */
  private static void land(JobLayout layout, List<byte[]> frames) {
    ControlBlock control = ControlBlock.open(layout.control());
    try (Landing landing =
        new Landing(layout, control, new int[] {0}, new int[] {1}, false, List.of())) {
      for (byte[] frame : frames) {
        landing.accept(ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN));
      }
    }
  }
}

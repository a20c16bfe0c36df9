package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channel logs that another incarnation reads and writes on from where a checkpoint says. */
class RestoredChannelTest {
  /** A queue begins with two pages of its index. */
  private static final int SMALL = (16 + 16) << 10;

  private static final int MESSAGES = 60;

  @TempDir Path directory;
  private Job job;
  private final AtomicLong needed = new AtomicLong();
  private final SegmentRules rules = new SegmentRules(SMALL, needed::get);

  @BeforeEach
  void create() {
    job = Job.create(directory, 2);
  }

  @Test
  void shouldReadOnAfterAnyRecord() throws IOException {
    write();
    assertThat(segments()).isGreaterThan(3);
    int incarnation = 1;
    for (int records = 0; records <= 2 * MESSAGES; records += 7) {
      List<Arrival> before;
      ReadPosition position;
      try (ChronicleInterconnect receiver = job.interconnect(1, incarnation++)) {
        before = take(receiver, records);
        position = receiver.read(0);
      }
      long last = (records + 1) / 2;
      assertThat(position)
          .isEqualTo(new ReadPosition(last, Math.max(0, 2 * last - 1), last > 0 ? 1 : 0));
      try (ChronicleInterconnect restored = job.interconnect(1, incarnation++)) {
        restored.readAfter(0, position);
        assertThat(restored.read(0)).isEqualTo(position);
        for (Arrival arrival : before) {
          assertCopied(restored, arrival);
        }
        List<Arrival> after = take(restored, 2 * MESSAGES);
        List<Long> expected = new ArrayList<>();
        for (long message = last; message <= MESSAGES; message++) {
          // The message, which was read, and the mark behind it, which perhaps was.
          expected.addAll(message == last ? List.of(last) : List.of(message, message));
        }
        assertThat(after)
            .extracting(Arrival::sequence)
            .isEqualTo(last == 0 ? expected.subList(1, expected.size()) : expected);
        for (Arrival arrival : after) {
          assertCopied(restored, arrival);
        }
      }
    }
  }

  /** Else the log would be taken for one that lost records. */
  @Test
  void shouldCountTheRecordsBeforeIt() {
    write();
    try (InboundChannel channel = InboundChannel.live(job.layout(), 0, 1)) {
      while (channel.read().sequence() < 40) {
        channel.poll();
      }
      ReadPosition position = channel.read();
      needed.set(30);
      try (InboundChannel restored = InboundChannel.live(job.layout(), 0, 1)) {
        restored.readAfter(position);
        while (restored.poll() != null) {
          // To its end.
        }
        assertThat(restored.recordsRead()).isEqualTo(2 * MESSAGES);
      }
    }
  }

  @Test
  void shouldReadOnWhenWhatComesBeforeIsDropped() throws IOException {
    ReadPosition position;
    try (ChronicleInterconnect receiver = job.interconnect(1, 1);
        ChronicleInterconnect sender = job.interconnect(0, 1, rules)) {
      send(sender, 1, 30);
      take(receiver, 60);
      position = receiver.read(0);
      needed.set(31);
      send(sender, 31, MESSAGES);
      assertThat(Files.exists(job.layout().channel(0, 1).resolve("0-1-1"))).isFalse();
    }
    try (ChronicleInterconnect restored = job.interconnect(1, 2)) {
      restored.readAfter(0, position);
      List<Arrival> rest = take(restored, 2 * MESSAGES);
      assertThat(rest).hasSize(61);
      for (Arrival arrival : rest) {
        assertCopied(restored, arrival);
      }
    }
    try (ChronicleInterconnect sender = job.interconnect(0, 2, rules)) {
      sender.sendAfter(1, 35);
      for (long held = 36; held <= MESSAGES; held++) {
        assertThat(sender.recorded(1).sequence()).isEqualTo(held);
        sender.skipRecorded(1);
      }
      assertThat(sender.recorded(1)).isNull();
    }
    try (ChronicleInterconnect receiver = job.interconnect(1, 3)) {
      fails(() -> receiver.readAfter(0, new ReadPosition(3, 6)), ErrorCode.LOG_DROPPED);
    }
    try (ChronicleInterconnect sender = job.interconnect(0, 3, rules)) {
      fails(() -> sender.sendAfter(1, 3), ErrorCode.LOG_DROPPED);
    }
  }

  /** It is found by a look at some records. */
  @Test
  void shouldFindAMessageAmongThousands() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1)) {
      for (int sequence = 1; sequence <= 5000; sequence++) {
        Content.of(sequence, 8, 0).send(sender, 1, sequence);
        // Long runs of marks in between, too.
        for (int marks = sequence % 1000 == 0 ? 700 : sequence % 3; marks > 0; marks--) {
          sender.mark(1, sequence);
        }
      }
    }
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("RestoredChannelTest: -Dtest.seed=" + seed);
    Random random = new Random(seed);
    List<Long> places = new ArrayList<>(List.of(1L, 2L, 999L, 1000L, 1001L, 4999L, 5000L));
    random.longs(20, 1, 5001).forEach(places::add);
    for (long last : places) {
      try (InboundChannel restored = InboundChannel.live(job.layout(), 0, 1)) {
        restored.readAfter(new ReadPosition(last, 17, 1));
        assertThat(restored.read()).isEqualTo(new ReadPosition(last, 17, 1));
        long marks = last % 1000 == 0 ? 700 : last % 3;
        for (long mark = 1; mark <= marks; mark++) {
          assertThat(restored.poll()).isEqualTo(new Arrival.MatchedMark(0, last));
        }
        for (long sequence = last + 1; sequence <= Math.min(5000, last + 3); ) {
          if (restored.poll() instanceof Arrival.Message message) {
            assertThat(message.sequence()).isEqualTo(sequence++);
          }
        }
      }
    }
    try (InboundChannel restored = InboundChannel.live(job.layout(), 0, 1)) {
      fails(() -> restored.readAfter(new ReadPosition(5001, 17)), ErrorCode.LOG_CORRUPT);
    }
  }

  @Test
  void shouldSendOnAfterAnyMessage() {
    write();
    for (int sent = 0; sent <= MESSAGES; sent++) {
      try (ChronicleInterconnect sender = job.interconnect(0, 2 + sent, rules)) {
        sender.sendAfter(1, sent);
        for (long held = sent + 1; held <= MESSAGES + sent; held++) {
          assertThat(sender.recorded(1).sequence()).isEqualTo(held);
          sender.skipRecorded(1);
        }
        assertThat(sender.recorded(1)).isNull();
        // One more each time.
        send(sender, MESSAGES + sent + 1, MESSAGES + sent + 1);
      }
    }
  }

  @Test
  void shouldSayThatALogEndsBeforeIt() {
    write();
    try (ChronicleInterconnect receiver = job.interconnect(1, 1);
        ChronicleInterconnect sender = job.interconnect(0, 2)) {
      fails(
          () -> receiver.readAfter(0, new ReadPosition(MESSAGES + 1, 2 * MESSAGES + 1)),
          ErrorCode.LOG_CORRUPT);
      fails(() -> receiver.readAfter(1, new ReadPosition(1, 1)), ErrorCode.LOG_CORRUPT);
      fails(() -> sender.sendAfter(1, MESSAGES + 1), ErrorCode.LOG_CORRUPT);
      fails(() -> sender.sendAfter(0, 1), ErrorCode.LOG_CORRUPT);
    }
  }

  private void write() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1, rules)) {
      send(sender, 1, MESSAGES);
    }
  }

  private static void send(ChronicleInterconnect sender, long first, long last) {
    for (long sequence = first; sequence <= last; sequence++) {
      content(sequence).send(sender, 1, sequence);
      sender.mark(1, sequence);
    }
  }

  /** Small ones, and some that go to the bulk log at once or are begun there. */
  private static Content content(long sequence) {
    int length = sequence % 9 == 0 ? 200 << 10 : sequence % 5 == 0 ? 20 << 10 : 2000;
    return Content.of(sequence, length, (int) sequence % 3);
  }

  /** So many arrivals at most. */
  private static List<Arrival> take(ChronicleInterconnect from, int most) {
    List<Arrival> taken = new ArrayList<>();
    while (taken.size() < most) {
      Arrival next = from.next();
      if (next == null) {
        break;
      }
      taken.add(
          next instanceof Arrival.Message message
              ? message.copy()
              : new Arrival.MatchedMark(next.source(), next.sequence()));
    }
    return taken;
  }

  private static void assertCopied(ChronicleInterconnect at, Arrival arrival) {
    if (arrival instanceof Arrival.Message message) {
      assertThat(content(message.sequence()).equalsReceived(at, message)).isTrue();
    }
  }

  private long segments() throws IOException {
    try (Stream<Path> all = Files.list(job.layout().channel(0, 1))) {
      return all.count();
    }
  }

  private static void fails(Runnable action, ErrorCode code) {
    assertThatThrownBy(action::run)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}

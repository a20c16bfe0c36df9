package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.SegmentRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channel logs in segments of some messages each. */
class ChannelSegmentsTest {
  /** A queue begins with two pages of its index. */
  private static final int SMALL = (16 + 16) << 10;

  @TempDir Path directory;
  private Job job;
  private final AtomicLong needed = new AtomicLong();
  private final SegmentRules rules = new SegmentRules(SMALL, needed::get);

  @BeforeEach
  void create() {
    job = Job.create(directory, 2);
  }

  @Test
  void shouldReceiveEachMessageAndMarkOnceOverSegmentsAndIncarnations() throws IOException {
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      List<Arrival.Message> late = new ArrayList<>();
      long sequence = 0;
      for (int incarnation = 1; incarnation <= 3; incarnation++) {
        try (ChronicleInterconnect sender = job.interconnect(0, incarnation, rules)) {
          // A mark before the messages that the log has are passed over.
          sender.mark(1, 7);
          assertThat(receiver.next()).isEqualTo(new Arrival.MatchedMark(0, 7));
          for (long held = 1; held <= sequence; held++) {
            assertThat(sender.recorded(1).sequence()).isEqualTo(held);
            sender.skipRecorded(1);
          }
          assertThat(sender.recorded(1)).isNull();
          for (int i = 0; i < 60; i++) {
            content(++sequence).send(sender, 1, sequence);
            Arrival.Message message = (Arrival.Message) receiver.next();
            assertThat(message.sequence()).isEqualTo(sequence);
            late.add(message.copy());
          }
          for (int mark = 1; mark <= 300; mark++) {
            sender.mark(1, mark);
            assertThat(receiver.next()).isEqualTo(new Arrival.MatchedMark(0, mark));
          }
          assertThat(receiver.next()).isNull();
        }
      }
      assertThat(segments()).isGreaterThan(10);
      for (Arrival.Message message : late) {
        assertThat(content(message.sequence()).equalsReceived(receiver, message)).isTrue();
      }
    }
    try (RecordedChannel log = new RecordedChannel(job.layout(), 0, 1)) {
      while (log.next() != null) {
        // To its end.
      }
      assertThat(log.recordsRead()).isEqualTo(3 * (1 + 60 + 300));
      assertThat(log.incarnation()).isEqualTo(3);
    }
  }

  @Test
  void shouldSayThatAReceiverBeginsBeforeWhatIsKept() throws IOException {
    try (ChronicleInterconnect receiver = job.interconnect(1, 1);
        ChronicleInterconnect sender = job.interconnect(0, 1, rules)) {
      for (long sequence = 1; sequence <= 200; sequence++) {
        content(sequence).send(sender, 1, sequence);
        Arrival.Message message = (Arrival.Message) receiver.next();
        assertThat(content(sequence).equalsReceived(receiver, message)).isTrue();
        needed.set(sequence);
      }
    }
    assertThat(segments()).isEqualTo(2);
    try (ChronicleInterconnect receiver = job.interconnect(1, 2)) {
      assertThatThrownBy(() -> receiver.next())
          .isInstanceOf(FtmpjException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.LOG_DROPPED);
    }
  }

  /** It comes to its next segment late. */
  @Test
  void shouldPruneBeforeTheNextSegmentWhereRanksAreHeldUp() throws IOException {
    ControlBlock control = ControlBlock.open(job.layout().control());
    SegmentRules large = new SegmentRules(4 * SMALL, needed::get);
    try (ChronicleInterconnect sender = job.interconnect(0, 1, large)) {
      long sequence = 0;
      while (!Files.isDirectory(job.layout().channel(0, 1)) || segments() < 4) {
        content(++sequence).send(sender, 1, sequence);
      }
      assertThat(control.logged(0)).isBetween(sequence * 1000, sequence * 1200);
      needed.set(sequence);
      content(++sequence).send(sender, 1, sequence);
      assertThat(segments()).isEqualTo(4);
      control.throttle(true);
      content(++sequence).send(sender, 1, sequence);
      assertThat(segments()).isLessThanOrEqualTo(2);
    }
    try (RecordedChannel log = RecordedChannel.left(job.layout(), 0, 1, needed.get())) {
      assertThat(log.next()).isNotNull();
    }
  }

  @Test
  void shouldGiveWhatIsLeftUnlessThatIsTooLittle() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1, rules)) {
      for (long sequence = 1; sequence <= 200; sequence++) {
        content(sequence).send(sender, 1, sequence);
        needed.set(Math.min(sequence, 150));
      }
    }
    try (RecordedChannel log = RecordedChannel.left(job.layout(), 0, 1, 150)) {
      assertThat(log.removed()).isBetween(1L, 149L);
      long sequence = log.removed();
      for (Arrival next = log.next(); next != null; next = log.next()) {
        assertThat(((Arrival.Message) next).sequence()).isEqualTo(++sequence);
      }
      assertThat(sequence).isEqualTo(200);
    }
    for (long less : new long[] {0, 1}) {
      assertThatThrownBy(() -> RecordedChannel.left(job.layout(), 0, 1, less))
          .isInstanceOf(FtmpjException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.LOG_DROPPED);
    }
    try (RecordedChannel log = RecordedChannel.left(job.layout(), 1, 0, 0)) {
      assertThat(log.removed()).as("of a log that is not there").isZero();
      assertThat(log.next()).isNull();
    }
  }

  private static Content content(long sequence) {
    return Content.of(sequence, 1000, 0);
  }

  private long segments() throws IOException {
    try (Stream<Path> all = Files.list(job.layout().channel(0, 1))) {
      return all.count();
    }
  }
}

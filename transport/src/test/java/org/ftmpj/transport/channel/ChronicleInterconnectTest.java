package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.channel.Job.Content;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChronicleInterconnectTest {
  private static final Content SMALL = Content.of(1, 8, 0);

  @TempDir Path directory;
  private Job job;

  @BeforeEach
  void createJob() {
    job = Job.create(directory, 2);
  }

  @Test
  void shouldDeliverMessagesOfAllSizesInOrder() {
    int[] fixed = {
      0, 1, 3, 64, 4096, 0, 100, 1 << 20, 8 << 20, (8 << 20) + 1, 0, 5 << 20, 20 << 20
    };
    int[] dynamic = {0, 0, 5, 0, 0, 77, 4000, 0, 0, 0, 20 << 20, 12 << 20, 3};
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      assertThat(receiver.next()).isNull();
      for (int i = 0; i < fixed.length; i++) {
        Content content = Content.of(i + 1, fixed[i], dynamic[i]);
        content.send(sender, 1, i + 1);
        assertThat(content.fixed().position()).isEqualTo(3);
        assertThat(receiver.hasArrivals()).isTrue();
        Arrival.Message message = (Arrival.Message) receiver.next();
        assertThat(message.source()).isZero();
        assertThat(message.sequence()).isEqualTo(i + 1);
        assertThat(content.equalsReceived(receiver, message)).as("message %d", i).isTrue();
        assertThat(receiver.next()).isNull();
        assertThat(content.equalsReceived(receiver, message)).as("again").isTrue();
      }
    }
  }

  @Test
  void shouldDeliverAMessageOf64MiB() {
    Content content = Content.of(1, 64 << 20, 1 << 20);
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      content.send(sender, 1, 1);
      Content.of(2, 10, 0).send(sender, 1, 2);
      assertThat(content.equalsReceived(receiver, (Arrival.Message) receiver.next())).isTrue();
      assertThat(receiver.next().sequence()).isEqualTo(2);
    }
  }

  @Test
  void shouldCopyAnyMessageAtAnyLaterTime() {
    List<Content> contents = new ArrayList<>();
    List<Arrival.Message> messages = new ArrayList<>();
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      for (int i = 1; i <= 300; i++) {
        Content content = Content.of(i, i % 100 == 0 ? 9 << 20 : i, i % 7);
        content.send(sender, 1, i);
        contents.add(content);
        messages.add(((Arrival.Message) receiver.next()).copy());
      }
      for (int i = 299; i >= 0; i -= 3) {
        assertThat(contents.get(i).equalsReceived(receiver, messages.get(i))).isTrue();
      }
      for (int i = 0; i < 300; i += 7) {
        assertThat(contents.get(i).equalsReceived(receiver, messages.get(i))).isTrue();
      }
    }
  }

  @Test
  void shouldDeliverMarksInOrderWithMessagesAndNotNumberThem() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      sender.mark(1, 17);
      SMALL.send(sender, 1, 1);
      sender.mark(1, 18);
      assertThat(receiver.next()).isEqualTo(new Arrival.MatchedMark(0, 17));
      assertThat(receiver.next()).isInstanceOf(Arrival.Message.class);
      assertThat(receiver.next()).isEqualTo(new Arrival.MatchedMark(0, 18));
      assertThat(receiver.next()).isNull();
    }
  }

  @Test
  void shouldDeliverMessagesToItself() {
    try (ChronicleInterconnect alone = job.interconnect(0, 1)) {
      for (int i = 1; i <= 100; i++) {
        Content content = Content.of(i, 10 * i, i);
        content.send(alone, 0, i);
        assertThat(content.equalsReceived(alone, (Arrival.Message) alone.next())).isTrue();
      }
      assertThat(alone.next()).isNull();
    }
  }

  @Test
  void shouldHaveArrivalsOnlyWhileThereAreSome() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      drain(receiver);
      assertThat(receiver.hasArrivals()).isFalse();
      SMALL.send(sender, 1, 1);
      Content.of(2, 9 << 20, 0).send(sender, 1, 2);
      assertThat(receiver.hasArrivals()).isTrue();
      assertThat(drain(receiver)).isEqualTo(2);
      assertThat(receiver.hasArrivals()).isFalse();
    }
  }

  @Test
  void shouldReadEverythingAgainInALaterIncarnation() {
    try (ChronicleInterconnect sender = job.interconnect(0, 1)) {
      for (int round = 1; round <= 3; round++) {
        try (ChronicleInterconnect receiver = job.interconnect(1, round)) {
          Content.of(round, 100, 0).send(sender, 1, round);
          for (int i = 1; i <= round; i++) {
            assertThat(
                    Content.of(i, 100, 0)
                        .equalsReceived(receiver, (Arrival.Message) receiver.next()))
                .isTrue();
          }
          assertThat(receiver.next()).isNull();
        }
      }
    }
  }

  @Test
  void shouldHoldWhatEarlierIncarnationsSent() {
    try (ChronicleInterconnect first = job.interconnect(0, 1)) {
      assertThat(first.recorded(1)).isNull();
      SMALL.send(first, 1, 1);
      assertThat(first.recorded(1)).isNull();
    }
    try (ChronicleInterconnect second = job.interconnect(0, 2)) {
      assertThat(second.recorded(1).envelope()).isEqualTo(SMALL.envelope());
      second.skipRecorded(1);
      assertThat(second.recorded(1)).isNull();
      second.mark(1, 5);
      Content.of(2, 9 << 20, 0).send(second, 1, 2);
      assertThat(second.recorded(1)).isNull();
    }
    try (ChronicleInterconnect third = job.interconnect(0, 3)) {
      third.mark(1, 5);
      assertThat(third.recorded(1).sequence()).isEqualTo(1);
      assertThat(third.recorded(1).sequence()).isEqualTo(1);
      third.skipRecorded(1);
      assertThat(third.recorded(1).sequence()).isEqualTo(2);
      third.skipRecorded(1);
      assertThat(third.recorded(1)).isNull();
      assertThat(third.recorded(0)).isNull();
      SMALL.send(third, 1, 3);
    }
  }

  @Test
  void shouldNotMindAPayloadWhoseMessageWasNotAppended() {
    Content large = Content.of(2, 17 << 20, 100_000);
    try (ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      try (ChronicleInterconnect first = job.interconnect(0, 1)) {
        SMALL.send(first, 1, 1);
      }
      // What an incarnation leaves that is killed before it appends to the channel log.
      try (BulkWriter bulk = new BulkWriter(job.layout().bulk(0), 1)) {
        bulk.append(large.fixed(), 5 << 20, new byte[0], 0);
      }
      assertThat(receiver.next().sequence()).isEqualTo(1);
      assertThat(receiver.next()).isNull();
      try (ChronicleInterconnect second = job.interconnect(0, 2)) {
        assertThat(second.recorded(1).sequence()).isEqualTo(1);
        second.skipRecorded(1);
        assertThat(second.recorded(1)).isNull();
        large.send(second, 1, 2);
        Arrival.Message message = (Arrival.Message) receiver.next();
        assertThat(message.sequence()).isEqualTo(2);
        assertThat(large.equalsReceived(receiver, message)).isTrue();
        assertThat(receiver.next()).isNull();
      }
    }
  }

  @Test
  void shouldRefuseASendOutOfSequence() {
    try (ChronicleInterconnect first = job.interconnect(0, 1)) {
      fails(() -> SMALL.send(first, 1, 2), ErrorCode.INTERNAL);
      SMALL.send(first, 1, 1);
      fails(() -> SMALL.send(first, 1, 1), ErrorCode.INTERNAL);
      fails(() -> first.skipRecorded(1), ErrorCode.INTERNAL);
    }
    try (ChronicleInterconnect second = job.interconnect(0, 2)) {
      fails(() -> SMALL.send(second, 1, 1), ErrorCode.INTERNAL);
      fails(() -> SMALL.send(second, 1, 2), ErrorCode.INTERNAL);
      second.skipRecorded(1);
      SMALL.send(second, 1, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 100_000})
  void shouldStopAtADamagedPayload(int length) throws Exception {
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      Content content = Content.of(1, length, 0);
      content.send(sender, 1, 1);
      Arrival.Message message = (Arrival.Message) receiver.next();
      damage(content.fixed());
      ByteBuffer fixed = ByteBuffer.allocateDirect(length);
      fails(() -> receiver.copy(message, fixed, null), ErrorCode.LOG_CORRUPT);
    }
  }

  @Test
  void shouldStopAtADamagedHeader() throws Exception {
    try (ChronicleInterconnect sender = job.interconnect(0, 1);
        ChronicleInterconnect receiver = job.interconnect(1, 1)) {
      SMALL.send(sender, 1, 1);
      ByteBuffer head =
          ByteBuffer.allocateDirect(MessageHeader.SIZE).order(ByteOrder.LITTLE_ENDIAN);
      MessageHeader.encode(head, MessageHeader.MESSAGE, 1, 1, SMALL.envelope(), 0);
      damage(head);
      fails(() -> receiver.next(), ErrorCode.LOG_CORRUPT);
    }
  }

  /** Flips a bit in the middle of what the log has of those bytes. */
  private void damage(ByteBuffer bytes) throws Exception {
    byte[] sought = new byte[bytes.remaining()];
    bytes.get(bytes.position(), sought);
    Path file = job.layout().bulk(0).resolve("recent");
    if (!Files.exists(file)) {
      try (Stream<Path> files = Files.walk(job.layout().channel(0, 1))) {
        file = files.filter(f -> f.toString().endsWith(".cq4")).findFirst().orElseThrow();
      }
    }
    byte[] content = Files.readAllBytes(file);
    int at = indexOf(content, sought) + sought.length / 2;
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(at);
      access.write(content[at] ^ 4);
    }
  }

  private static int indexOf(byte[] content, byte[] sought) {
    ByteBuffer wanted = ByteBuffer.wrap(sought);
    for (int i = 0; i + sought.length <= content.length; i++) {
      if (content[i] == sought[0] && ByteBuffer.wrap(content, i, sought.length).equals(wanted)) {
        return i;
      }
    }
    throw new AssertionError("The log does not have these bytes");
  }

  @Test
  void shouldRefuseAJobItIsNotPartOf() {
    fails(() -> job.interconnect(2, 1), ErrorCode.BAD_OPTIONS);
    fails(() -> job.interconnect(0, 0), ErrorCode.BAD_OPTIONS);
    fails(() -> Job.open(directory, 3).interconnect(0, 1), ErrorCode.BAD_OPTIONS);
  }

  @Test
  void shouldPublishItsProgress() {
    try (ChronicleInterconnect interconnect = job.interconnect(1, 3)) {
      interconnect.progress(99);
    }
    ControlBlock control = ControlBlock.open(job.layout().control());
    assertThat(control.progress(1)).isEqualTo(99);
    assertThat(control.incarnation(1)).isEqualTo(3);
  }

  private static int drain(ChronicleInterconnect interconnect) {
    int count = 0;
    while (interconnect.next() != null) {
      count++;
    }
    return count;
  }

  private static void fails(ThrowingCallable action, ErrorCode code) {
    assertThatThrownBy(action)
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}

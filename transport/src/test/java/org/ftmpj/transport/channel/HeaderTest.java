package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeaderTest {
  private static final int[] KINDS = {
    MessageHeader.MESSAGE, MessageHeader.BULK, MessageHeader.BEGUN
  };

  private final ByteBuffer head = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

  private static Stream<Random> randoms() {
    return Examples.randoms(100);
  }

  @ParameterizedTest
  @MethodSource("randoms")
  void shouldDecodeTheMessageHeaderItEncoded(Random random) {
    int incarnation = Examples.anyInt(random, 1, Integer.MAX_VALUE);
    long sequence = Examples.anyLong(random, 1, Long.MAX_VALUE);
    Envelope envelope = envelope(random);
    long bulk = Examples.anyLong(random, 0, (1L << 62) - 1);
    int kind = KINDS[random.nextInt(KINDS.length)];
    MessageHeader.encode(head, kind, incarnation, sequence, envelope, bulk);
    assertThat(head.remaining())
        .isEqualTo(kind == MessageHeader.MESSAGE ? MessageHeader.SIZE : MessageHeader.BULK_SIZE);
    assertThat(MessageHeader.matches(head)).isTrue();
    MessageHeader.check(head, "test");
    assertThat(MessageHeader.incarnation(head)).isEqualTo(incarnation);
    assertThat(MessageHeader.sequence(head)).isEqualTo(sequence);
    assertThat(MessageHeader.kind(head)).isEqualTo(kind);
    if (kind != MessageHeader.MESSAGE) {
      assertThat(MessageHeader.bulk(head)).isEqualTo(bulk);
    }
    Envelope decoded = new Envelope();
    MessageHeader.readEnvelope(head, decoded);
    if (kind == MessageHeader.BEGUN) {
      envelope.digest(0);
    }
    assertThat(decoded).isEqualTo(envelope);
  }

  @ParameterizedTest
  @MethodSource("randoms")
  void shouldDecodeTheMarkItEncoded(Random random) {
    int incarnation = Examples.anyInt(random, 1, Integer.MAX_VALUE);
    long sequence = Examples.anyLong(random, 1, Long.MAX_VALUE);
    MarkHeader.encode(head, incarnation, sequence);
    assertThat(head.remaining()).isEqualTo(MarkHeader.SIZE);
    assertThat(MessageHeader.matches(head)).isFalse();
    MarkHeader.check(head, "test");
    assertThat(MarkHeader.incarnation(head)).isEqualTo(incarnation);
    assertThat(MarkHeader.sequence(head)).isEqualTo(sequence);
  }

  private static Envelope envelope(Random random) {
    return new Envelope(
        anyInt(random),
        anyInt(random),
        random.nextBoolean(),
        anyInt(random),
        anyInt(random),
        Examples.anyInt(random, 0, Integer.MAX_VALUE),
        Examples.anyInt(random, 0, Integer.MAX_VALUE),
        anyInt(random));
  }

  private static int anyInt(Random random) {
    return Examples.anyInt(random, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Test
  void shouldLayOutAMessageAsDocumented() {
    Envelope envelope = new Envelope(4, 5, true, 6, 7, 8, 9, 0x0a0b0c0d);
    MessageHeader.encode(head, MessageHeader.BULK, 2, 3, envelope, 14);
    assertThat(MessageHeader.bytes(head))
        .isEqualTo(
            "03020100"
                + "02000000"
                + "0300000000000000"
                + "04000000"
                + "05000000"
                + "06000000"
                + "07000000"
                + "08000000"
                + "09000000"
                + "0d0c0b0a"
                + "0e00000000000000");
  }

  @Test
  void shouldRejectADamagedMessageHeader() {
    rejectsMessage(h -> h.put(0, (byte) 2), ErrorCode.LOG_VERSION);
    rejectsMessage(h -> h.limit(0), ErrorCode.LOG_VERSION);
    rejectsMessage(h -> h.limit(MessageHeader.SIZE - 1), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.limit(MessageHeader.SIZE + 1), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(1, (byte) 0), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(1, (byte) 4), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(1, (byte) 5), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(2, (byte) 2), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(3, (byte) 1), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.putInt(4, 0), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.putLong(8, 0), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.putInt(32, -1), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.putInt(36, -1), ErrorCode.LOG_CORRUPT);
    rejectsMessage(h -> h.put(1, (byte) 2), ErrorCode.LOG_CORRUPT);
    rejectsMessage(
        h -> h.put(1, (byte) 2).limit(MessageHeader.BULK_SIZE).putLong(44, -2),
        ErrorCode.LOG_CORRUPT);
    rejectsMessage(
        h -> h.put(1, (byte) 4).putInt(40, 1).limit(MessageHeader.BULK_SIZE),
        ErrorCode.LOG_CORRUPT);
  }

  @Test
  void shouldRejectADamagedMark() {
    rejectsMark(h -> h.put(0, (byte) 2), ErrorCode.LOG_VERSION);
    rejectsMark(h -> h.put(1, (byte) 1), ErrorCode.LOG_CORRUPT);
    rejectsMark(h -> h.putShort(2, (short) 1), ErrorCode.LOG_CORRUPT);
    rejectsMark(h -> h.putInt(4, 0), ErrorCode.LOG_CORRUPT);
    rejectsMark(h -> h.putLong(8, 0), ErrorCode.LOG_CORRUPT);
    rejectsMark(h -> h.limit(15), ErrorCode.LOG_CORRUPT);
    rejectsMark(h -> h.limit(17), ErrorCode.LOG_CORRUPT);
  }

  private void rejectsMessage(Consumer<ByteBuffer> damage, ErrorCode code) {
    Envelope envelope = new Envelope(0, 0, false, 0, 0, 0, 0, 0);
    MessageHeader.encode(head, MessageHeader.MESSAGE, 1, 1, envelope, 0);
    MessageHeader.check(head, "test");
    damage.accept(head);
    assertThatThrownBy(() -> MessageHeader.check(head, "test"))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("in test")
        .extracting("code")
        .isEqualTo(code);
  }

  private void rejectsMark(Consumer<ByteBuffer> damage, ErrorCode code) {
    MarkHeader.encode(head, 1, 1);
    MarkHeader.check(head, "test");
    damage.accept(head);
    assertThatThrownBy(() -> MarkHeader.check(head, "test"))
        .isInstanceOf(FtmpjException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}

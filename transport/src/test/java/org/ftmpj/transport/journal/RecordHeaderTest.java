package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordHeaderTest {
  private final CRC32C crc = new CRC32C();

  private static Stream<Random> randoms() {
    return Examples.randoms(100);
  }

  @ParameterizedTest
  @MethodSource("randoms")
  void shouldDecodeWhatItEncoded(Random random) {
    byte[] head = Examples.bytes(random, 300);
    int payloadLength = Examples.anyInt(random, 0, RecordHeader.MAX_PAYLOAD);
    ByteBuffer record = encode(head, payloadLength);
    RecordHeader header = check(record, RecordHeader.SIZE + head.length + payloadLength);
    assertThat(header.kind()).isEqualTo(RecordHeader.RECORD);
    assertThat(header.headLength()).isEqualTo(head.length);
    assertThat(header.payloadLength()).isEqualTo(payloadLength);
    assertThat(RecordHeader.extent(record))
        .hasValue(RecordHeader.SIZE + head.length + payloadLength);
  }

  @ParameterizedTest
  @MethodSource("randoms")
  void shouldNoticeEveryFlippedBit(Random random) {
    byte[] head = Examples.bytes(random, 20);
    int payloadLength = Examples.anyInt(random, 0, RecordHeader.MAX_PAYLOAD);
    ByteBuffer record = encode(head, payloadLength);
    for (int bit = 0; bit < 8 * record.capacity(); bit++) {
      flip(record, bit);
      assertThatThrownBy(() -> check(record, RecordHeader.SIZE + head.length + payloadLength))
          .as("bit " + bit)
          .isInstanceOf(FtmpjException.class);
      flip(record, bit);
    }
  }

  private static void flip(ByteBuffer record, int bit) {
    record.put(bit / 8, (byte) (record.get(bit / 8) ^ 1 << bit % 8));
  }

  @Test
  void shouldNoticeAnotherLength() {
    ByteBuffer record = encode(new byte[5], 7);
    assertThatThrownBy(() -> check(record, RecordHeader.SIZE + 13))
        .isInstanceOf(FtmpjException.class);
  }

  @Test
  void shouldHaveNoExtentWithoutAHeader() {
    assertThat(RecordHeader.extent(ByteBuffer.allocate(16))).isEmpty();
  }

  private RecordHeader check(ByteBuffer record, long length) {
    RecordHeader header = RecordHeader.decode(record, length, "test");
    header.verify(record, crc, "test");
    return header;
  }

  private ByteBuffer encode(byte[] head, int payloadLength) {
    ByteBuffer record =
        ByteBuffer.allocate(RecordHeader.SIZE + head.length).order(ByteOrder.LITTLE_ENDIAN);
    record.put(RecordHeader.SIZE, head);
    RecordHeader.encode(record, RecordHeader.RECORD, head.length, payloadLength, crc);
    return record;
  }
}

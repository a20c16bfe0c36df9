package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.ftmpj.protocol.error.FtmpjException;

class RecordHeaderTest {
  private final CRC32C crc = new CRC32C();

  @Property
  void shouldDecodeWhatItEncoded(
      @ForAll @Size(max = 300) byte[] head,
      @ForAll @IntRange(max = RecordHeader.MAX_PAYLOAD) int payloadLength) {
    ByteBuffer record = encode(head, payloadLength);
    RecordHeader header = check(record, RecordHeader.SIZE + head.length + payloadLength);
    assertThat(header.kind()).isEqualTo(RecordHeader.RECORD);
    assertThat(header.headLength()).isEqualTo(head.length);
    assertThat(header.payloadLength()).isEqualTo(payloadLength);
    assertThat(RecordHeader.extent(record))
        .hasValue(RecordHeader.SIZE + head.length + payloadLength);
  }

  @Property
  void shouldNoticeEveryFlippedBit(
      @ForAll @Size(max = 100) byte[] head,
      @ForAll @IntRange(max = RecordHeader.MAX_PAYLOAD) int payloadLength,
      @ForAll @IntRange(max = 100_000) int where) {
    ByteBuffer record = encode(head, payloadLength);
    int bit = where % (8 * record.capacity());
    record.put(bit / 8, (byte) (record.get(bit / 8) ^ 1 << bit % 8));
    assertThatThrownBy(() -> check(record, RecordHeader.SIZE + head.length + payloadLength))
        .isInstanceOf(FtmpjException.class);
  }

  @Example
  void shouldNoticeAnotherLength() {
    ByteBuffer record = encode(new byte[5], 7);
    assertThatThrownBy(() -> check(record, RecordHeader.SIZE + 13))
        .isInstanceOf(FtmpjException.class);
  }

  @Example
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

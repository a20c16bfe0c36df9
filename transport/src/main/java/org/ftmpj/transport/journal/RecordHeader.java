package org.ftmpj.transport.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The header of every record of a journal. Little-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   kind: 1 first record of a segment ({@link SegmentHead}), 2 record, 3 last record of a segment
 *  2  u16  zero
 *  4  i32  length of the head, 0..{@value #MAX_HEAD}
 *  8  i32  length of the payload, 0..{@value #MAX_PAYLOAD}
 * 12  i32  CRC-32C of bytes 0..11 and of the head
 * 16       head, then payload
 * </pre>
 */
record RecordHeader(int kind, int headLength, int payloadLength, int check) {
  static final int SIZE = 16;
  static final int VERSION = 1;
  static final int FIRST = 1;
  static final int RECORD = 2;
  static final int LAST = 3;

  /**
   * The most bytes of a head or payload: less than a quarter of the block size, beyond which
   * Chronicle Queue fails.
   */
  static final int MAX_HEAD = 4 << 20;

  static final int MAX_PAYLOAD = 10 << 20;

  private static final int CHECK = 12;

  /** Bytes of head and payload. */
  int length() {
    return headLength + payloadLength;
  }

  /**
   * Writes the header in front of a head.
   *
   * @param record little-endian; from 0 the place of the header, then {@code headLength} bytes of
   *     head
   */
  static void encode(ByteBuffer record, int kind, int headLength, int payloadLength, CRC32C crc) {
    assert record.order() == ByteOrder.LITTLE_ENDIAN;
    record.put(0, (byte) VERSION);
    record.put(1, (byte) kind);
    record.putShort(2, (short) 0);
    record.putInt(4, headLength);
    record.putInt(8, payloadLength);
    record.putInt(CHECK, checksum(record, headLength, crc));
  }

  /**
   * Reads a header and checks all of it that can be checked without the head.
   *
   * @param record little-endian, holds the header from 0
   * @param length bytes of the whole record as the queue knows it
   * @param where for the message of an error
   */
  static RecordHeader decode(ByteBuffer record, long length, Object where) {
    int version = record.get(0) & 0xff;
    if (version != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          "Record version " + version + " instead of " + VERSION + " in " + where);
    }
    RecordHeader header =
        new RecordHeader(
            record.get(1) & 0xff, record.getInt(4), record.getInt(8), record.getInt(CHECK));
    if (header.kind < FIRST
        || header.kind > LAST
        || record.getShort(2) != 0
        || !header.isPlausible()
        || SIZE + header.length() != length) {
      throw corrupt(header + " in a record of " + length + " bytes", where);
    }
    return header;
  }

  /** Checks that the head after the header is the one that was written. */
  void verify(ByteBuffer record, CRC32C crc, Object where) {
    int found = checksum(record, headLength, crc);
    if (found != check) {
      throw corrupt(
          "Checksum " + Integer.toHexString(found) + " instead of " + Integer.toHexString(check),
          where);
    }
  }

  /**
   * The extent of a record that may be torn anywhere; empty if not even its header is complete. A
   * record is written from its start on. It is written from the start on.
   */
  static OptionalLong extent(ByteBuffer record) {
    RecordHeader header = new RecordHeader(record.get(1), record.getInt(4), record.getInt(8), 0);
    return record.get(0) == VERSION && header.isPlausible()
        ? OptionalLong.of(SIZE + header.length())
        : OptionalLong.empty();
  }

  private boolean isPlausible() {
    return headLength >= 0
        && headLength <= MAX_HEAD
        && payloadLength >= 0
        && payloadLength <= MAX_PAYLOAD;
  }

  private static int checksum(ByteBuffer record, int headLength, CRC32C crc) {
    crc.reset();
    record.limit(CHECK).position(0);
    crc.update(record);
    record.limit(SIZE + headLength).position(SIZE);
    crc.update(record);
    record.clear();
    return (int) crc.getValue();
  }

  private static FtmpjException corrupt(String what, Object where) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, what + " in " + where);
  }
}

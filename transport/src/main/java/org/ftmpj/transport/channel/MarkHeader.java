package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A record of a channel log, without payload: its writer has matched a synchronous message of the
 * opposite channel (protocol rule MATCHED_MARK). Little-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   kind: 3 mark ({@link MessageHeader}: 1, 2)
 *  2  u16  zero
 *  4  i32  incarnation of the writer, from 1
 *  8  i64  sequence number of the matched message on the opposite channel, from 1
 * </pre>
 */
final class MarkHeader {
  static final int SIZE = 16;
  static final int VERSION = 1;
  static final int MARK = 3;

  private MarkHeader() {}

  /** Writes a head from position 0, little-endian, and sets the limit to its end. */
  static void encode(ByteBuffer head, int incarnation, long sequence) {
    assert head.order() == ByteOrder.LITTLE_ENDIAN;
    head.clear().limit(SIZE);
    head.put(0, (byte) VERSION);
    head.put(1, (byte) MARK);
    head.putShort(2, (short) 0);
    head.putInt(4, incarnation);
    head.putLong(8, sequence);
  }

  /**
   * Checks a head, before anything is read of it.
   *
   * @param head little-endian, from 0 to its limit
   * @param where for the message of an error
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  static void check(ByteBuffer head, Object where) {
    if (head.limit() < 1 || head.get(0) != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          "Mark " + MessageHeader.bytes(head) + " is not version 1 in " + where);
    }
    if (head.limit() != SIZE
        || head.get(1) != MARK
        || head.getShort(2) != 0
        || head.getInt(4) < 1
        || head.getLong(8) < 1) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Mark " + MessageHeader.bytes(head) + " in " + where);
    }
  }

  /** The incarnation of the writer. */
  static int incarnation(ByteBuffer head) {
    return head.getInt(4);
  }

  /** The sequence number of the matched message on the opposite channel. */
  static long sequence(ByteBuffer head) {
    return head.getLong(8);
  }
}

package org.ftmpj.transport.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The head of a segment of a journal: the head of its first record. Little-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1       zeros
 *  4  i32  epoch: the incarnation that began the segment
 *  8  i64  number of the segment, from 0
 * 16  i64  first message or determinant that follows, from 1
 * 24       state of the journal's owner
 * </pre>
 */
record SegmentHead(long number, SegmentStart start) {
  private static final int VERSION = 1;
  private static final int SIZE = 24;

  SegmentName name() {
    return new SegmentName(number, start.first(), start.epoch());
  }

  ByteBuffer encode() {
    ByteBuffer head = ByteBuffer.allocate(SIZE + start.state().length);
    head.order(ByteOrder.LITTLE_ENDIAN).put(0, (byte) VERSION).putInt(4, start.epoch());
    head.putLong(8, number).putLong(16, start.first());
    return head.put(SIZE, start.state());
  }

  /**
   * Decodes the head of a segment.
   *
   * @param from little-endian, from 0 to its limit
   * @param name which segment it should be
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  static SegmentHead decode(ByteBuffer from, SegmentName name, Object where) {
    if (from.limit() < SIZE || from.get(0) != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION, "A segment without a head of version " + VERSION + " in " + where);
    }
    byte[] state = new byte[from.limit() - SIZE];
    from.get(SIZE, state);
    SegmentStart start = new SegmentStart(from.getLong(16), from.getInt(4), state);
    SegmentHead head = new SegmentHead(from.getLong(8), start);
    if (!head.name().equals(name)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Segment " + head.number + ", a " + start + ", in " + where);
    }
    return head;
  }
}

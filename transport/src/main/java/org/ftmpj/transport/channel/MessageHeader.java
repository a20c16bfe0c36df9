package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Envelope;

/**
 * The head of a channel log's record that carries a message. The record's payload is the message's
 * static part followed by its dynamic part; the payload of a large message is in the sender's bulk
 * log instead. Little-endian:
 *
 * <pre>
 *  0  u8   version, 3
 *  1  u8   kind: 1 payload here, 2 payload in the bulk log ({@link MarkHeader}: 3), 4 begun: the
 *          place in the bulk log to which the sender writes the payload next, then its digest
 *  2  u8   1 if the send was synchronous, else 0
 *  3  u8   zero
 *  4  i32  incarnation of the sender, from 1
 *  8  i64  channel sequence number, from 1
 * 16  i32  context
 * 20  i32  tag
 * 24  i32  element type
 * 28  i32  number of elements
 * 32  i32  length of the static part
 * 36  i32  length of the dynamic part
 * 40  i32  CRC-32C of both parts; 0 in one that was begun
 * 44  i64  position in the bulk log, if the payload is there; else the head ends before
 * </pre>
 *
 * Read where it stands, so that none is made for a message.
 */
final class MessageHeader {
  static final int SIZE = 44;
  static final int BULK_SIZE = SIZE + Long.BYTES;
  static final int VERSION = 3;
  static final int MESSAGE = 1;
  static final int BULK = 2;
  static final int BEGUN = 4;

  private MessageHeader() {}

  /** Whether a record's head is of this kind rather than a {@link MarkHeader}. */
  static boolean matches(ByteBuffer head) {
    return head.limit() > 1 && head.get(1) != MarkHeader.MARK;
  }

  /**
   * Writes a head from position 0 and sets the limit to its end.
   *
   * @param head little-endian
   * @param bulk position of the payload in the bulk log, if it is there
   */
  static void encode(
      ByteBuffer head, int kind, int incarnation, long sequence, Envelope envelope, long bulk) {
    assert head.order() == ByteOrder.LITTLE_ENDIAN;
    head.clear().limit(kind == MESSAGE ? SIZE : BULK_SIZE);
    head.put(0, (byte) VERSION);
    head.put(1, (byte) kind);
    head.put(2, (byte) (envelope.synchronous() ? 1 : 0));
    head.put(3, (byte) 0);
    head.putInt(4, incarnation);
    head.putLong(8, sequence);
    head.putInt(16, envelope.context());
    head.putInt(20, envelope.tag());
    head.putInt(24, envelope.type());
    head.putInt(28, envelope.elements());
    head.putInt(32, envelope.fixedLength());
    head.putInt(36, envelope.dynamicLength());
    head.putInt(40, kind == BEGUN ? 0 : envelope.digest());
    if (kind != MESSAGE) {
      head.putLong(44, bulk);
    }
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
          "Message header " + bytes(head) + " is not version " + VERSION + " in " + where);
    }
    if (!isValid(head)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Message header " + bytes(head) + " in " + where);
    }
  }

  /** The incarnation of the sender. */
  static int incarnation(ByteBuffer head) {
    return head.getInt(4);
  }

  /** The channel sequence number. */
  static long sequence(ByteBuffer head) {
    return head.getLong(8);
  }

  static int kind(ByteBuffer head) {
    return head.get(1);
  }

  /** Position of the payload in the bulk log, if it is not in the record. */
  static long bulk(ByteBuffer head) {
    return head.getLong(44);
  }

  /** The digest of the payload; 0 if it was only announced. */
  static int digest(ByteBuffer head) {
    return head.getInt(40);
  }

  /** Sets the position of the payload in the bulk log. */
  static void moveTo(long bulk, ByteBuffer head) {
    head.putLong(44, bulk);
  }

  /** Completes a message that was announced: its payload is written and has that digest. */
  static void complete(ByteBuffer head, int digest) {
    head.put(1, (byte) BULK).putInt(40, digest);
  }

  /** Sets an envelope from the head. */
  static void readEnvelope(ByteBuffer head, Envelope to) {
    to.set(
        head.getInt(16),
        head.getInt(20),
        head.get(2) == 1,
        head.getInt(24),
        head.getInt(28),
        head.getInt(32),
        head.getInt(36),
        head.getInt(40));
  }

  private static boolean isValid(ByteBuffer head) {
    return (head.get(1) == MESSAGE && head.limit() == SIZE
            || (head.get(1) == BULK || head.get(1) == BEGUN && head.getInt(40) == 0)
                && head.limit() == BULK_SIZE
                && head.getLong(44) >= 0
                && head.getLong(44) < 1L << 62)
        && (head.get(2) & ~1) == 0
        && head.get(3) == 0
        && head.getInt(4) >= 1
        && head.getLong(8) >= 1
        && head.getInt(32) >= 0
        && head.getInt(36) >= 0;
  }

  static String bytes(ByteBuffer head) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(BULK_SIZE, head.limit()); i++) {
      text.append(String.format("%02x", head.get(i)));
    }
    return text.toString();
  }
}

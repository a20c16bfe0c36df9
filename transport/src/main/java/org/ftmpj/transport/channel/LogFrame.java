package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A part of a channel log on its way to another host. Little-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   kind: 1 records, 2 piece of a payload in the bulk log, 3 digest of a payload that the
 *          receiver's host has, 4 beginning of a log that does not begin with its first message
 *  2  u16  number of records; of a piece: bytes of the record's head, 0 unless it is the first; of
 *          a digest: bytes of the record's head
 *  4  i32  source
 *  8  i32  destination
 * 12  i64  number of the (first) record in the log, from 1; of a beginning: its first message,
 *         which is record 1 unless a mark precedes it
 *  records, each:
 *         u16  bytes of the head
 *         i32  bytes of the payload
 *              head, payload
 *  piece:
 * 20  i64  offset in the payload
 * 28       head, then bytes of the payload; with the last ones of a message that was begun
 *          before it was written, its digest
 *  digest:
 * 20       head, which has it, or, of a message that was begun before it was written, then the
 *          digest
 * </pre>
 *
 * Heads are those of the log.
 */
public final class LogFrame {
  public static final int VERSION = 1;
  public static final int RECORDS = 1;
  public static final int PIECE = 2;
  public static final int DIGEST = 3;
  public static final int BEGINNING = 4;
  public static final int HEADER = 20;
  public static final int PIECE_HEADER = HEADER + Long.BYTES;

  /** Bytes in front of each record. */
  public static final int LENGTHS = Short.BYTES + Integer.BYTES;

  /** Bytes of payload in a piece: enough for 64 KiB and the bytes that MPJ Express adds. */
  public static final int PIECE_BYTES = 65 << 10;

  /** The largest size of a head, with room to grow. */
  public static final int HEAD_BYTES = 256;

  private LogFrame() {}

  public static void encode(
      ByteBuffer to, int kind, int count, int source, int destination, long number) {
    to.order(ByteOrder.LITTLE_ENDIAN).put((byte) VERSION).put((byte) kind).putShort((short) count);
    to.putInt(source).putInt(destination).putLong(number);
  }

  public static FtmpjException corrupt(String what) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, what + " in a part of a channel log from another host");
  }
}

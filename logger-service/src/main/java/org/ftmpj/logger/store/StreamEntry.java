package org.ftmpj.logger.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.MalformedFrame;

/**
 * A record of the stream of a host: determinants of one of its ranks. The event logger stores the
 * stream as it stores what a rank records, under a number that no rank has. Big-endian:
 *
 * <pre>
 *  0  u8   version, {@value #VERSION}
 *  1       zeros
 *  4  i32  rank
 *  8  i32  incarnation
 * 12  i64  session: which process the incarnation is
 * 20       the {@link Batch}
 * </pre>
 *
 * @param batch refers to the record's content
 */
public record StreamEntry(int rank, int incarnation, long session, Batch batch) {
  private static final int VERSION = 1;
  private static final int HEADER = 20;

  /** Bytes that a determinant has less room for than one that is recorded by itself. */
  private static final int AROUND = HEADER + Batch.HEADER + Integer.BYTES;

  /**
   * @throws FtmpjException {@code RECORD_TOO_LONG} if a determinant of that length does not fit
   */
  static void checkLength(int determinant) {
    Batch.checkLength(AROUND + determinant);
  }

  /** The number under which the stream of a host is stored, in the place of a rank's. */
  public static int number(int ranks, int host) {
    return ranks + host;
  }

  /** Bytes of the record. */
  public int length() {
    return HEADER + batch.length();
  }

  /** Writes the record at the buffer's position. */
  public void encode(ByteBuffer to) {
    to.put((byte) VERSION).put((byte) 0).putShort((short) 0);
    to.putInt(rank).putInt(incarnation).putLong(session);
    batch.encode(to);
  }

  /**
   * Reads a record from the buffer's position to its limit.
   *
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  public static StreamEntry decode(ByteBuffer from) {
    ByteBuffer in = from.slice();
    try {
      int head = in.getInt();
      if (head != VERSION << 24) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION, "A record of a host's stream begins with %x".formatted(head));
      }
      return new StreamEntry(in.getInt(), in.getInt(), in.getLong(), Batch.decode(in));
    } catch (BufferUnderflowException | MalformedFrame e) {
      throw StoredRecord.corrupt("A record (" + e.getMessage() + ")", "a host's stream", e);
    }
  }
}

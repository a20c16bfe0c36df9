package org.ftmpj.logger.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.MalformedMessage;

/**
 * A record of a store. Big-endian; the journal around it has the checksum:
 *
 * <pre>
 *  0  u8   version, {@value #VERSION}
 *  1  u8   kind: 1 fence, 2 batch, 3 batch with a stamp
 *  2  u16  zero
 *  4  i32  incarnation
 *  8       fence: i64 session; batch: the {@link Batch}; with a stamp: i64 stamp, the batch
 * </pre>
 */
sealed interface StoredRecord {
  int VERSION = 1;
  int FENCE = 1;
  int BATCH = 2;
  int STAMPED = 3;
  int HEADER = 8;

  /** Bytes of a header with a stamp. */
  int STAMPED_HEADER = HEADER + Long.BYTES;

  int FENCE_LENGTH = HEADER + Long.BYTES;

  /** The stamp of a batch that has none. */
  long NO_STAMP = -1;

  /** A fence: a new incarnation has come, and nothing of an older one follows. */
  record Fence(int incarnation, long session) implements StoredRecord {}

  /**
   * Determinants of the newest incarnation.
   *
   * @param stamp see {@link StoreReader#stamp}
   */
  record Determinants(int incarnation, Batch batch, long stamp) implements StoredRecord {}

  static void encodeFence(int incarnation, long session, ByteBuffer to) {
    head(FENCE, incarnation, to);
    to.putLong(session);
  }

  /** Writes the header of a batch. */
  static void encodeBatchHead(int incarnation, ByteBuffer to) {
    head(BATCH, incarnation, to);
  }

  /** Writes the header of a batch with a stamp. */
  static void encodeBatchHead(int incarnation, long stamp, ByteBuffer to) {
    head(STAMPED, incarnation, to);
    to.putLong(stamp);
  }

  /**
   * @param from from its position to its limit; a batch refers to its content
   * @param where for the message of an error
   */
  static StoredRecord decode(ByteBuffer from, Object where) {
    ByteBuffer in = from.slice();
    try {
      int version = in.get() & 0xff;
      if (version != VERSION) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION,
            "A record has version " + version + ", expected " + VERSION + ", in " + where);
      }
      int kind = in.get();
      if (in.getShort() != 0 || kind < FENCE || kind > STAMPED) {
        throw corrupt("A record of kind " + kind, where, null);
      }
      int incarnation = in.getInt();
      if (kind != FENCE) {
        long stamp = kind == STAMPED ? in.getLong() : NO_STAMP;
        return new Determinants(incarnation, Batch.decode(in), stamp);
      }
      long session = in.getLong();
      if (in.hasRemaining()) {
        throw corrupt(in.remaining() + " bytes too many in a record", where, null);
      }
      return new Fence(incarnation, session);
    } catch (BufferUnderflowException | MalformedMessage e) {
      throw corrupt("A record that cannot be read (" + e.getMessage() + ")", where, e);
    }
  }

  static FtmpjException corrupt(String what, Object where, Throwable cause) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, what + " in " + where, cause);
  }

  private static void head(int kind, int incarnation, ByteBuffer to) {
    to.put((byte) VERSION);
    to.put((byte) kind);
    to.putShort((short) 0);
    to.putInt(incarnation);
  }
}

package org.ftmpj.logger.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.MalformedMessage;

/**
 * A record of the stream of a host. The event logger stores the stream as the records of a rank,
 * under a number that no rank has. Big-endian:
 *
 * <pre>
 *  0  u8   version, {@value #VERSION}
 *  1  u8   kind: 0 determinants, a {@link StreamEntry}; 1 what is needed, a {@link StreamBase}
 *  2  u16  zero
 *  4       the content
 * </pre>
 */
public sealed interface StreamRecord permits StreamEntry, StreamBase {
  int VERSION = 1;

  /** Bytes before the content. */
  int HEAD = 4;

  /** The number under which the stream of a host is stored, in place of a rank's. */
  static int number(int ranks, int host) {
    return ranks + host;
  }

  /** Bytes of the record. */
  int length();

  /** Writes the record at the buffer's position. */
  void encode(ByteBuffer to);

  /** Writes the header of a record. */
  static void encodeHead(int kind, ByteBuffer to) {
    to.put((byte) VERSION).put((byte) kind).putShort((short) 0);
  }

  /**
   * Reads a record from the buffer's position to its limit. The result may refer to the buffer's
   * content.
   *
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  static StreamRecord decode(ByteBuffer from) {
    ByteBuffer in = from.slice();
    try {
      int head = in.getInt();
      return switch (head) {
        case VERSION << 24 | StreamEntry.KIND << 16 -> StreamEntry.decodeContent(in);
        case VERSION << 24 | StreamBase.KIND << 16 -> StreamBase.decodeContent(in);
        default ->
            throw new FtmpjException(
                ErrorCode.LOG_VERSION,
                "A record of a host's stream begins with %x".formatted(head));
      };
    } catch (BufferUnderflowException | MalformedMessage e) {
      throw StoredRecord.corrupt("A record (" + e.getMessage() + ")", "a host's stream", e);
    }
  }
}

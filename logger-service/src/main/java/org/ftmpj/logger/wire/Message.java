package org.ftmpj.logger.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A frame. Big-endian:
 *
 * <pre>
 *  0  i32  length of what follows, 8..{@value #MAX_BODY} + 8
 *  4  u8   kind: 1 REFUSED, 2 HISTORY, 3 FAREWELL, 4 DONE, 5 JOIN, 6 JOINED, 7 WRITE, 8 WRITTEN,
 *              9 READ, 10 ENROL, 11 COORDINATE, 12 ASK, 13 TOLD, 14 PRUNE
 *  5  u24  zero
 *  8  i32  CRC-32C of bytes 4..7 and of the body
 * 12       body
 * </pre>
 *
 * <p>Where frames are sealed (see {@link org.ftmpj.common.handshake.Seals}) bytes 4 on are
 * encrypted, 16 bytes of authentication follow, and the length counts them, too.
 */
public sealed interface Message
    permits Query,
        Coordinate,
        Done,
        Enrol,
        Farewell,
        History,
        Join,
        Joined,
        Prune,
        ReadRecords,
        Refused,
        QueryReply,
        Write,
        Written {
  /** Bytes before a body. */
  int HEADER = 12;

  /** The largest body of any frame, in bytes. */
  int MAX_BODY = 2 << 20;

  /** Bytes of this frame, header and body. */
  default int length() {
    return HEADER + bodyLength();
  }

  /** Writes the frame at the buffer's position. */
  default void encode(ByteBuffer to) {
    int start = to.position();
    to.putInt(HEADER - Integer.BYTES + bodyLength());
    to.putInt(kind().number() << 24);
    to.position(start + HEADER);
    encodeBody(to);
    to.putInt(start + 8, check(to, start, to.position()));
  }

  FrameKind kind();

  int bodyLength();

  void encodeBody(ByteBuffer to);

  /**
   * Decodes the frame in the buffer from {@code start} to {@code end}. The result may refer to the
   * buffer's content.
   */
  static Message decode(ByteBuffer from, int start, int end) throws MalformedMessage {
    int head = from.getInt(start + 4);
    FrameKind kind = FrameKind.of(head >>> 24);
    if (head << 8 != 0) {
      throw new MalformedMessage("Reserved bytes of a " + kind + " are not zero");
    }
    int check = check(from, start, end);
    if (check != from.getInt(start + 8)) {
      throw new MalformedMessage("The checksum of a " + kind + " is wrong");
    }
    ByteBuffer body = from.slice(start + HEADER, end - start - HEADER);
    try {
      Message message = decodeBody(kind, body);
      if (body.hasRemaining()) {
        throw new MalformedMessage(body.remaining() + " bytes too many in a " + kind);
      }
      return message;
    } catch (BufferUnderflowException e) {
      throw new MalformedMessage("A " + kind + " ends too early");
    }
  }

  private static Message decodeBody(FrameKind kind, ByteBuffer body) throws MalformedMessage {
    return switch (kind) {
      case REFUSED -> Refused.decodeBody(body);
      case HISTORY -> new History(Batch.decode(body));
      case FAREWELL -> Farewell.decodeBody(body);
      case DONE -> new Done();
      case JOIN -> Join.decodeBody(body);
      case JOINED -> Joined.decodeBody(body);
      case WRITE -> Write.decodeBody(body);
      case WRITTEN -> Written.decodeBody(body);
      case READ -> ReadRecords.decodeBody(body);
      case ENROL -> Enrol.decodeBody(body);
      case COORDINATE -> Coordinate.decodeBody(body);
      case ASK -> Query.decodeBody(body);
      case TOLD -> QueryReply.decodeBody(body);
      case PRUNE -> Prune.decodeBody(body);
    };
  }

  private static int check(ByteBuffer frame, int start, int end) {
    CRC32C crc = new CRC32C();
    crc.update(frame.slice(start + 4, 4));
    crc.update(frame.slice(start + HEADER, end - start - HEADER));
    return (int) crc.getValue();
  }
}

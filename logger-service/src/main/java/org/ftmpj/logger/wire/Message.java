package org.ftmpj.logger.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * One frame. Big-endian:
 *
 * <pre>
 *  0  i32  length of what follows, 8..{@value #MAX_BODY} + 8
 *  4  u8   version, {@value #VERSION}; this and the length stay where they are in every version
 *  5  u8   kind: 1 CHALLENGE, 2 REFUSED, 3 HISTORY, 4 FAREWELL, 5 FORGOTTEN, 6 JOIN, 7 JOINED,
 *              8 WRITE, 9 WRITTEN, 10 READ, 11 ENROL, 12 ENROLLED, 13 COORDINATE, 14 COORDINATED,
 *              15 ASK, 16 TOLD, 17 PRUNE
 *  6  u16  zero
 *  8  i32  CRC-32C of bytes 4..7 and of the body
 * 12       body
 * </pre>
 *
 * <p>After the opening of a connection (see {@link Sealing}) bytes 4 on are encrypted, 16 bytes of
 * authentication follow, and the length counts them, too.
 */
public sealed interface Message
    permits Ask,
        Challenge,
        Coordinated,
        Enrol,
        Enrolled,
        Farewell,
        FirstFrame,
        Forgotten,
        History,
        Joined,
        Prune,
        ReadRecords,
        Refused,
        Told,
        Write,
        Written {
  int VERSION = 5;

  /** Bytes in front of a body. */
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
    to.put((byte) VERSION);
    to.put((byte) kind().number());
    to.putShort((short) 0);
    to.position(start + HEADER);
    encodeBody(to);
    to.putInt(start + 8, check(to, start, to.position()));
  }

  FrameKind kind();

  int bodyLength();

  void encodeBody(ByteBuffer to);

  /**
   * Decodes the frame that is in the buffer from {@code start} to {@code end}. What it returns may
   * refer to the buffer's content.
   */
  static Message decode(ByteBuffer from, int start, int end) throws MalformedFrame {
    int version = from.get(start + 4) & 0xff;
    if (version != VERSION) {
      throw new MalformedFrame(
          Refused.Code.VERSION, "A frame has version " + version + ", expected " + VERSION);
    }
    FrameKind kind = FrameKind.of(from.get(start + 5) & 0xff);
    if (from.getShort(start + 6) != 0) {
      throw new MalformedFrame("Reserved bytes of a " + kind + " are not zero");
    }
    int check = check(from, start, end);
    if (check != from.getInt(start + 8)) {
      throw new MalformedFrame("The checksum of a " + kind + " is wrong");
    }
    ByteBuffer body = from.slice(start + HEADER, end - start - HEADER);
    try {
      Message message = decodeBody(kind, body);
      if (body.hasRemaining()) {
        throw new MalformedFrame(body.remaining() + " bytes too many in a " + kind);
      }
      return message;
    } catch (BufferUnderflowException e) {
      throw new MalformedFrame("A " + kind + " ends too early");
    }
  }

  private static Message decodeBody(FrameKind kind, ByteBuffer body) throws MalformedFrame {
    return switch (kind) {
      case CHALLENGE -> Challenge.decodeBody(body);
      case REFUSED -> Refused.decodeBody(body);
      case HISTORY -> new History(Batch.decode(body));
      case FAREWELL -> Farewell.decodeBody(body);
      case FORGOTTEN -> Forgotten.decodeBody(body);
      case JOIN -> Join.decodeBody(body);
      case JOINED -> Joined.decodeBody(body);
      case WRITE -> Write.decodeBody(body);
      case WRITTEN -> Written.decodeBody(body);
      case READ -> ReadRecords.decodeBody(body);
      case ENROL -> Enrol.decodeBody(body);
      case ENROLLED -> Enrolled.decodeBody(body);
      case COORDINATE -> Coordinate.decodeBody(body);
      case COORDINATED -> Coordinated.decodeBody(body);
      case ASK -> Ask.decodeBody(body);
      case TOLD -> Told.decodeBody(body);
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

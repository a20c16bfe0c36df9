package org.ftmpj.hostd.copies;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Content;

/**
 * A request of a host to another one about the copies of a rank that are stored there. Each is
 * answered by a {@link CopyAnswer}, in order. Little-endian:
 *
 * <pre>
 *  0  u8   kind, 1 to 6
 *  1  i32  host that has made the copies
 *  5  i32  rank
 *  9       begin: i32 number of the file of records; u8 1 if there is an image, and 2 if the file
 *                 has all that is needed, else 0
 *          piece: u8 part; bytes
 *          sync:  i32 CRC-32C of all pieces, in the order in which they were sent
 * </pre>
 *
 * @param host that has made the copies
 */
record CopyRequest(Kind kind, int host, int rank, ByteBuffer rest) {
  /** The action. */
  enum Kind {
    EARLIER,
    BEGIN,
    PIECE,
    SYNC,
    COMMIT,
    ABANDON
  }

  /** The largest length of a piece; messages wait behind it. */
  static final int MOST_PIECE = 32 << 10;

  private static final int HEADER = Byte.BYTES + 2 * Integer.BYTES;
  private static final int IMAGE = 1;
  private static final int ALL = 2;
  private static final Kind[] KINDS = Kind.values();
  private static final CopyPlace.Part[] PARTS = CopyPlace.Part.values();

  /** A request without further content. */
  static CopyRequest of(Kind kind, int host, int rank) {
    return new CopyRequest(kind, host, rank, allocate(0));
  }

  static CopyRequest begin(int host, int rank, int number, boolean all, boolean image) {
    ByteBuffer rest = allocate(Integer.BYTES + Byte.BYTES);
    rest.putInt(number).put((byte) ((image ? IMAGE : 0) + (all ? ALL : 0)));
    return new CopyRequest(Kind.BEGIN, host, rank, rest.flip());
  }

  /**
   * @param bytes as many as it has left, {@link #MOST_PIECE} at most, are copied
   */
  static CopyRequest piece(int host, int rank, CopyPlace.Part part, ByteBuffer bytes) {
    ByteBuffer rest = allocate(Byte.BYTES + bytes.remaining());
    rest.put((byte) part.ordinal()).put(bytes);
    return new CopyRequest(Kind.PIECE, host, rank, rest.flip());
  }

  static CopyRequest sync(int host, int rank, int crc) {
    return new CopyRequest(Kind.SYNC, host, rank, allocate(Integer.BYTES).putInt(crc).flip());
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Encodes the request for the wire. */
  Content encode() {
    ByteBuffer bytes = allocate(HEADER + rest.remaining());
    bytes.put((byte) (kind.ordinal() + 1)).putInt(host).putInt(rank).put(rest.duplicate());
    return Content.of(bytes.array());
  }

  /**
   * Decodes a request.
   *
   * @param content is copied
   * @throws FtmpjException HOST_VERSION if it is none
   */
  static CopyRequest decode(ByteBuffer content) {
    int kind = content.remaining() < HEADER ? 0 : content.get(content.position());
    if (kind < 1 || kind > KINDS.length) {
      throw unknown();
    }
    ByteBuffer bytes = allocate(content.remaining()).put(content).flip();
    CopyRequest request =
        new CopyRequest(
            KINDS[kind - 1],
            bytes.getInt(Byte.BYTES),
            bytes.getInt(Byte.BYTES + Integer.BYTES),
            bytes.slice(HEADER, bytes.limit() - HEADER).order(ByteOrder.LITTLE_ENDIAN));
    request.requireRest();
    return request;
  }

  private void requireRest() {
    boolean right =
        switch (kind) {
          case BEGIN -> rest.limit() == Integer.BYTES + Byte.BYTES && rest.getInt(0) > 0;
          case PIECE -> rest.limit() > 0 && rest.get(0) >= 0 && rest.get(0) < PARTS.length;
          case SYNC -> rest.limit() == Integer.BYTES;
          default -> rest.limit() == 0;
        };
    if (!right || host < 1 || rank < 0) {
      throw unknown();
    }
  }

  private static FtmpjException unknown() {
    return new FtmpjException(
        ErrorCode.HOST_VERSION, "another host asks for what this one does not know about copies");
  }

  /** The number of {@link Kind#BEGIN}. */
  int number() {
    return rest.getInt(0);
  }

  /** Whether a {@link Kind#BEGIN} has an image. */
  boolean hasImage() {
    return (rest.get(Integer.BYTES) & IMAGE) != 0;
  }

  /** Whether a {@link Kind#BEGIN} has all. */
  boolean hasAll() {
    return (rest.get(Integer.BYTES) & ALL) != 0;
  }

  /** The part of {@link Kind#PIECE}. */
  CopyPlace.Part part() {
    return PARTS[rest.get(0)];
  }

  /** The bytes of {@link Kind#PIECE}. */
  ByteBuffer bytes() {
    return rest.slice(Byte.BYTES, rest.limit() - Byte.BYTES);
  }

  /** The check sum of {@link Kind#SYNC}. */
  int crc() {
    return rest.getInt(0);
  }

  /** Whether a host has sent it, and not an answer. */
  static boolean isOne(ByteBuffer content) {
    return content.hasRemaining() && content.get(content.position()) > 0;
  }
}

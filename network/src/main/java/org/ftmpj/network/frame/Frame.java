package org.ftmpj.network.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The header of a frame. Little-endian:
 *
 * <pre>
 *  0  i32  magic: "FTMF"
 *  4  u8   {@link FrameType}
 *  5  u8   path
 *  6  u8   topic of a DATA frame, else 0
 *  7  u8   zero
 *  8  i64  epoch: the session's, of these two processes and no others
 * 16  i64  number: 1, 2, 3 ... for contents of one direction, over all paths
 * 24  i64  received: all numbers up to this one have arrived intact at who sends this
 * 32  i64  delivered: and have been taken by their receivers
 * 40  i64  order: 1, 2, 3 ... for all frames of this direction of this connection
 * 48  i64  seen: the highest order that has come to who sends this, on this connection
 * 56  i64  check sum of the payload
 * 64  i32  length of the payload, in bytes
 * 68  i32  unheard: a bit for each path on which who sends this hears nothing
 * 72  i32  check sum of the header: CRC32C of bytes 0 to 71
 * </pre>
 *
 * <p>The payload follows. Two acknowledgements as in LA-MPI (Aulwes et al., section 2.2.1): what is
 * received need not be sent again, what is delivered need not be kept. They ride on every frame
 * (NewMadeleine, Trahay et al., section 6.1).
 */
public record Frame(
    FrameType type,
    int path,
    int topic,
    long epoch,
    long number,
    long received,
    long delivered,
    long order,
    long seen,
    long checkSum,
    int length,
    int unheard) {
  /** Bytes of a header. */
  public static final int HEADER = 76;

  /** Most bytes of a payload. */
  public static final int MOST = 66 << 10;

  private static final int MAGIC = 0x464D5446;
  private static final int CHECKED = 72;

  /** Writes it at an index, whatever the buffer's position and byte order. */
  public void encode(ByteBuffer to, int at) {
    ByteBuffer bytes = to.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(at);
    bytes.putInt(MAGIC).put((byte) type.ordinal()).put((byte) path).put((byte) topic);
    bytes.put((byte) 0).putLong(epoch).putLong(number);
    bytes.putLong(received).putLong(delivered).putLong(order).putLong(seen);
    bytes.putLong(checkSum).putInt(length).putInt(unheard);
    bytes.putInt(checkSumOfHeader(to, at));
  }

  /**
   * Reads the header at an index.
   *
   * @throws MalformedFrame if it is none; then nothing that follows can be told apart, either
   */
  public static Frame decode(ByteBuffer from, int at) throws MalformedFrame {
    ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(at);
    if (bytes.getInt(at) != MAGIC) {
      throw new MalformedFrame("What came does not begin as a frame does");
    }
    if (bytes.getInt(at + CHECKED) != checkSumOfHeader(from, at)) {
      throw new MalformedFrame("The check sum of a header is wrong");
    }
    FrameType type = FrameType.of(bytes.get(at + 4));
    int length = bytes.getInt(at + 64);
    if (type == null || bytes.get(at + 7) != 0 || length < 0 || length > MOST) {
      throw new MalformedFrame("A frame of type " + bytes.get(at + 4) + ", length " + length);
    }
    return new Frame(
        type,
        Byte.toUnsignedInt(bytes.get(at + 5)),
        Byte.toUnsignedInt(bytes.get(at + 6)),
        bytes.getLong(at + 8),
        bytes.getLong(at + 16),
        bytes.getLong(at + 24),
        bytes.getLong(at + 32),
        bytes.getLong(at + 40),
        bytes.getLong(at + 48),
        bytes.getLong(at + 56),
        length,
        bytes.getInt(at + 68));
  }

  private static int checkSumOfHeader(ByteBuffer bytes, int at) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(at + CHECKED).position(at));
    return (int) crc.getValue();
  }
}

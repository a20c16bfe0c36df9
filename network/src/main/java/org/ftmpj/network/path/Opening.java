package org.ftmpj.network.path;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.network.frame.MalformedFrame;

/**
 * The first message of each side of a connection once both have proven who they are. Little-endian:
 *
 * <pre>
 *  0  i32  {@link ConnectReply}
 *  4 i32 window: bytes that may wait for the receivers of the sender of this
 *  8  i32  {@link CheckSum} of the payloads that it sends
 * 12  i64  key of the process that accepts, as far as the sender of this knows; else 0
 * </pre>
 */
public record Opening(ConnectReply verdict, int window, CheckSum checkSum, long key) {
  static final int LENGTH = 20;

  /** Encodes it from the buffer's position to its limit. */
  ByteBuffer encode() {
    return ByteBuffer.allocate(LENGTH)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(verdict.ordinal())
        .putInt(window)
        .putInt(checkSum.ordinal())
        .putLong(key)
        .flip();
  }

  static Opening decode(ByteBuffer from) throws MalformedFrame {
    ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    ConnectReply verdict = ConnectReply.of(bytes.getInt());
    int window = bytes.getInt();
    int kind = bytes.getInt();
    CheckSum[] kinds = CheckSum.values();
    if (verdict == null || window <= 0 || kind < 0 || kind >= kinds.length) {
      throw new MalformedFrame("A connection begins with what is no opening");
    }
    return new Opening(verdict, window, kinds[kind], bytes.getLong());
  }
}

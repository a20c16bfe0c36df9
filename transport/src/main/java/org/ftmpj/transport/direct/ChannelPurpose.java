package org.ftmpj.transport.direct;

import java.nio.ByteBuffer;

/**
 * The purpose of a connection, for which alone its handshake is valid. Big-endian:
 *
 * <pre>
 *  0  i32  sender
 *  4  i32  its incarnation
 *  8  i32  receiver
 * 12  i32  zero
 * </pre>
 */
record ChannelPurpose(int source, int incarnation, int destination) {
  ByteBuffer encode() {
    return ByteBuffer.allocate(4 * Integer.BYTES)
        .putInt(source)
        .putInt(incarnation)
        .putInt(destination)
        .putInt(0)
        .flip();
  }

  static ChannelPurpose decode(ByteBuffer from) {
    return new ChannelPurpose(from.getInt(), from.getInt(), from.getInt());
  }
}

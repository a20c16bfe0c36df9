package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * ACK, logger to rank: every record up to this one is stable. Big-endian:
 *
 * <pre>
 *  0  i64  number of the record
 * </pre>
 */
public record Ack(long stable) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.ACK;
  }

  @Override
  public int bodyLength() {
    return Long.BYTES;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(stable);
  }

  static Ack decodeBody(ByteBuffer body) throws MalformedFrame {
    long stable = body.getLong();
    if (stable < 1) {
      throw new MalformedFrame("Record " + stable + " is acknowledged");
    }
    return new Ack(stable);
  }
}

package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * WRITTEN, logger to rank: it has all writes up to that ticket. Big-endian:
 *
 * <pre>
 *  0  i64  number of its last record
 *  8  i64  the ticket
 * </pre>
 */
public record Written(long last, long ticket) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.WRITTEN;
  }

  @Override
  public int bodyLength() {
    return 2 * Long.BYTES;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(last);
    to.putLong(ticket);
  }

  static Written decodeBody(ByteBuffer body) {
    return new Written(body.getLong(), body.getLong());
  }
}

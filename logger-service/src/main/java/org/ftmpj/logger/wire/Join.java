package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * JOIN, rank to logger: the incarnation of a rank that writes from now on. Big-endian:
 *
 * <pre>
 *  0  i64  session: random, the same in all connections of one process
 *  8       the {@link Incarnation}
 * </pre>
 */
public record Join(Incarnation incarnation, long session) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.JOIN;
  }

  @Override
  public int bodyLength() {
    return Long.BYTES + incarnation.length();
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(session);
    incarnation.encode(to);
  }

  static Join decodeBody(ByteBuffer body) throws MalformedMessage {
    long session = body.getLong();
    return new Join(Incarnation.decode(body), session);
  }
}

package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.quorum.LogShape;

/**
 * JOINED, logger to rank: earlier incarnations are fenced. Big-endian:
 *
 * <pre>
 *  0  u8   1 if the logger has all that it has ever acknowledged, 0 if not
 *  1  i64  number of the first record from which on it has them all: those before it were needed
 *          no more
 *  9       what it has, a {@link ShapeCodec shape}
 * </pre>
 */
public record Joined(LogShape shape, long first, boolean complete) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.JOINED;
  }

  @Override
  public int bodyLength() {
    return 1 + Long.BYTES + ShapeCodec.length(shape);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.put((byte) (complete ? 1 : 0));
    to.putLong(first);
    ShapeCodec.encode(shape, to);
  }

  static Joined decodeBody(ByteBuffer body) throws MalformedMessage {
    boolean complete = Write.flag(body.get());
    long first = body.getLong();
    LogShape shape = ShapeCodec.decode(body);
    if (first < 1 || first > shape.last() + 1) {
      throw new MalformedMessage("Of " + shape + " are there those from " + first + " on");
    }
    return new Joined(shape, first, complete);
  }
}

package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * PRUNE, rank to logger: no incarnation needs the records up to that one any more. Not answered.
 * Big-endian:
 *
 * <pre>
 *  0  i64  number of the last such record
 * </pre>
 */
public record Prune(long last) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.PRUNE;
  }

  @Override
  public int bodyLength() {
    return Long.BYTES;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(last);
  }

  static Prune decodeBody(ByteBuffer body) throws MalformedMessage {
    Prune prune = new Prune(body.getLong());
    if (prune.last < 1) {
      throw new MalformedMessage("Records up to " + prune.last + " are not needed");
    }
    return prune;
  }
}

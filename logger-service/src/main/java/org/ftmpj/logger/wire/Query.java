package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * ASK: A question after a {@link Coordinate}; the next one after its answer. Its body is an encoded
 * {@code org.ftmpj.logger.agreement.Question}.
 *
 * @param content not to be changed
 */
public record Query(byte[] content) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.ASK;
  }

  @Override
  public int bodyLength() {
    return content.length;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.put(content);
  }

  static Query decodeBody(ByteBuffer body) {
    byte[] content = new byte[body.remaining()];
    body.get(content);
    return new Query(content);
  }

  @Override
  public String toString() {
    return "ASK of " + content.length + " bytes";
  }
}

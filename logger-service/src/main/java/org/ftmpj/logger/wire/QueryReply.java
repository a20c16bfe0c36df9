package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * TOLD: The answer to an {@link Query}. Its body is an encoded {@code
 * org.ftmpj.logger.agreement.Reply}.
 *
 * @param content not to be changed
 */
public record QueryReply(byte[] content) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.TOLD;
  }

  @Override
  public int bodyLength() {
    return content.length;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.put(content);
  }

  static QueryReply decodeBody(ByteBuffer body) {
    byte[] content = new byte[body.remaining()];
    body.get(content);
    return new QueryReply(content);
  }

  @Override
  public String toString() {
    return "TOLD of " + content.length + " bytes";
  }
}

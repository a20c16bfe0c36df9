package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * TOLD: The answer to an {@link Ask}. Its body is an encoded {@code
 * org.ftmpj.logger.agreement.Reply}.
 *
 * @param content not to be changed
 */
public record Told(byte[] content) implements Message {
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

  static Told decodeBody(ByteBuffer body) {
    byte[] content = new byte[body.remaining()];
    body.get(content);
    return new Told(content);
  }

  @Override
  public String toString() {
    return "TOLD of " + content.length + " bytes";
  }
}

package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.Nonce;

/**
 * CHALLENGE, logger to rank, the first frame of a connection:
 *
 * <pre>
 *  0  32 bytes  nonce: random, never used again
 * </pre>
 */
public record Challenge(Nonce nonce) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.CHALLENGE;
  }

  @Override
  public int bodyLength() {
    return Nonce.LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    nonce.encode(to);
  }

  static Challenge decodeBody(ByteBuffer body) {
    return new Challenge(Nonce.decode(body));
  }
}

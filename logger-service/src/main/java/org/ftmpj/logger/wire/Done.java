package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/** DONE, the answer to an {@link Enrol} or a {@link Farewell}; it has no body. */
public record Done() implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.DONE;
  }

  @Override
  public int bodyLength() {
    return 0;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    // Its kind says all.
  }
}

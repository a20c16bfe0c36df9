package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/** FORGOTTEN, the answer to a {@link Farewell}: nothing of that job is kept. No body. */
public record Forgotten() implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.FORGOTTEN;
  }

  @Override
  public int bodyLength() {
    return 0;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    // There is none.
  }
}

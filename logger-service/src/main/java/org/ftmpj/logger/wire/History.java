package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * HISTORY, logger to rank: the body is a {@link Batch}. Together they have what was stable at the
 * WELCOME, from the first record that the rank asked for.
 */
public record History(Batch batch) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.HISTORY;
  }

  @Override
  public int bodyLength() {
    return batch.length();
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    batch.encode(to);
  }
}

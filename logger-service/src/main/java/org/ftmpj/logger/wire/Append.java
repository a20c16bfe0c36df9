package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * APPEND, rank to logger: the body is a {@link Batch}. Records that the logger has already are
 * skipped by it.
 */
public record Append(Batch batch) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.APPEND;
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

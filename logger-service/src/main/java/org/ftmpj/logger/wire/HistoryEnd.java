package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * HISTORY_END, logger to rank. Big-endian:
 *
 * <pre>
 *  0  i64  number of the last record of the history, 0 if it is empty
 * </pre>
 */
public record HistoryEnd(long last) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.HISTORY_END;
  }

  @Override
  public int bodyLength() {
    return Long.BYTES;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(last);
  }

  static HistoryEnd decodeBody(ByteBuffer body) throws MalformedFrame {
    long last = body.getLong();
    if (last < 0) {
      throw new MalformedFrame("A history ends with record " + last);
    }
    return new HistoryEnd(last);
  }
}

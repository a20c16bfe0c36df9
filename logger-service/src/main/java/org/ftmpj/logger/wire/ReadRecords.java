package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * READ, rank to one of several loggers, which has those records. Answered by one HISTORY, which
 * begins with the first and has at least that one. Big-endian:
 *
 * <pre>
 *  0  i64  number of the first record wanted
 *  8  i64  number of the last record wanted
 * </pre>
 */
public record ReadRecords(long first, long last) implements Message {
  @Override
  public FrameKind kind() {
    return FrameKind.READ;
  }

  @Override
  public int bodyLength() {
    return 2 * Long.BYTES;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putLong(first);
    to.putLong(last);
  }

  static ReadRecords decodeBody(ByteBuffer body) throws MalformedMessage {
    ReadRecords read = new ReadRecords(body.getLong(), body.getLong());
    if (read.first < 1 || read.last < read.first) {
      throw new MalformedMessage("Records " + read.first + " to " + read.last + " are wanted");
    }
    return read;
  }
}

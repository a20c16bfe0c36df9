package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.quorum.LogShape;

/**
 * A {@link LogShape} as bytes. Big-endian:
 *
 * <pre>
 *  0  i64  number of the last record
 *  8  i32  number of runs
 * 12       the runs, each: i32 incarnation, i64 first record
 * </pre>
 */
public final class ShapeCodec {
  private static final int HEADER = Long.BYTES + Integer.BYTES;
  private static final int RUN = Integer.BYTES + Long.BYTES;

  private ShapeCodec() {}

  /** Bytes that {@link #encode} writes. */
  public static int length(LogShape shape) {
    return HEADER + RUN * shape.runs().size();
  }

  /** Writes it at the buffer's position. */
  public static void encode(LogShape shape, ByteBuffer to) {
    to.putLong(shape.last());
    to.putInt(shape.runs().size());
    for (LogShape.Run run : shape.runs()) {
      to.putInt(run.incarnation());
      to.putLong(run.first());
    }
  }

  /** Reads it from the buffer's position. */
  public static LogShape decode(ByteBuffer from) throws MalformedMessage {
    long last = from.getLong();
    int count = from.getInt();
    if (count < 0 || count > from.remaining() / RUN) {
      throw new MalformedMessage("A log claims to have " + count + " runs");
    }
    List<LogShape.Run> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(new LogShape.Run(from.getInt(), from.getLong()));
    }
    try {
      return new LogShape(runs, last);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage(e.getMessage());
    }
  }
}

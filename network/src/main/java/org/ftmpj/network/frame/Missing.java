package org.ftmpj.network.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The payload of an ACK frame: ranges of numbers that have not arrived though later ones have, or
 * though the other side has announced them. Little-endian, for each range:
 *
 * <pre>
 *  0  i64  first number
 *  8  i64  last number
 * </pre>
 *
 * <p>At most {@link #MOST} of them; the others will be told another time.
 */
public record Missing(List<Range> ranges) {
  /** The most ranges in one frame. */
  public static final int MOST = 1024;

  /** No missing numbers. */
  public static final Missing NOTHING = new Missing(List.of());

  private static final int RANGE = 2 * Long.BYTES;

  /** Numbers from the first to the last, both included. */
  public record Range(long first, long last) {}

  /** Bytes that {@link #encode} writes. */
  public int length() {
    return RANGE * ranges.size();
  }

  /** Writes it at the buffer's position. */
  public void encode(ByteBuffer to) {
    ByteBuffer bytes = to.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (Range range : ranges) {
      bytes.putLong(range.first).putLong(range.last);
    }
    to.position(bytes.position());
  }

  /** Reads it from the buffer's position to its limit. */
  public static Missing decode(ByteBuffer from) throws MalformedFrame {
    ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() % RANGE != 0 || bytes.remaining() > MOST * RANGE) {
      throw new MalformedFrame("An acknowledgement of " + bytes.remaining() + " bytes");
    }
    List<Range> ranges = new ArrayList<>(bytes.remaining() / RANGE);
    while (bytes.hasRemaining()) {
      ranges.add(new Range(bytes.getLong(), bytes.getLong()));
    }
    return new Missing(ranges);
  }
}

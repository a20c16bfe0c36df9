package org.ftmpj.protocol.event;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * A determinant as bytes.
 *
 * <pre>
 *  byte 0     version (high four bits, {@value #VERSION}) and kind (low four bits)
 *  then       clock, varint
 *  Match    0 source varint, sequence varint
 *  Probe    1 source varint, sequence varint
 *  Deliver  2 number of completed requests varint, index of each varint
 *  NotYet   3 count varint
 *  Value    4 value kind, 1 byte; value, 8 bytes big endian
 *  Turn     5 thread varint, count varint
 * </pre>
 *
 * A varint has seven bits a byte, the lowest first, the high bit set in all but the last. Every
 * record is complete in itself: none needs another one to be understood.
 */
public final class DeterminantCodec {
  static final int VERSION = 1;

  /** No determinant but a Deliver is longer, and that by at most five bytes per request. */
  private static final int FIXED_LIMIT = 40;

  private DeterminantCodec() {}

  /** An upper bound of the encoded length, in bytes. */
  public static int maximumLength(Determinant determinant) {
    return FIXED_LIMIT
        + (determinant instanceof Determinant.Deliver d ? 5 * d.completed().length : 0);
  }

  /** Writes at the buffer's position, which must have {@link #maximumLength} bytes behind it. */
  public static void encode(Determinant determinant, ByteBuffer to) {
    if (determinant instanceof Determinant.Match m) {
      start(to, 0, m.clock());
      putVarint(to, m.source());
      putVarint(to, m.sequence());
    } else if (determinant instanceof Determinant.Probe p) {
      start(to, 1, p.clock());
      putVarint(to, p.source());
      putVarint(to, p.sequence());
    } else if (determinant instanceof Determinant.Deliver d) {
      start(to, 2, d.clock());
      putVarint(to, d.completed().length);
      for (int index : d.completed()) {
        putVarint(to, index);
      }
    } else if (determinant instanceof Determinant.NotYet n) {
      start(to, 3, n.clock());
      putVarint(to, n.count());
    } else if (determinant instanceof Determinant.Value v) {
      start(to, 4, v.clock());
      to.put((byte) v.kind().ordinal());
      to.putLong(v.value());
    } else if (determinant instanceof Determinant.Turn t) {
      start(to, 5, t.clock());
      putVarint(to, t.thread());
      putVarint(to, t.count());
    }
  }

  /**
   * Reads one determinant from the buffer's position to its limit.
   *
   * @throws FtmpjException {@code LOG_VERSION} for another version, {@code LOG_CORRUPT} for
   *     anything else that {@link #encode} cannot have written
   */
  public static Determinant decode(ByteBuffer from) {
    try {
      int head = from.get() & 0xff;
      if (head >> 4 != VERSION) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION,
            "A determinant has version " + (head >> 4) + ", expected " + VERSION);
      }
      Determinant determinant = body(head & 0xf, from);
      if (from.hasRemaining()) {
        throw corrupt(from.remaining() + " bytes too many behind " + determinant);
      }
      return determinant;
    } catch (java.nio.BufferUnderflowException e) {
      throw corrupt("it ends too early");
    }
  }

  private static Determinant body(int kind, ByteBuffer from) {
    long clock = getVarint(from);
    switch (kind) {
      case 0:
        return new Determinant.Match(clock, getInt(from), getVarint(from));
      case 1:
        return new Determinant.Probe(clock, getInt(from), getVarint(from));
      case 2:
        int length = getInt(from);
        if (length > from.remaining()) {
          throw corrupt(length + " requests in " + from.remaining() + " bytes");
        }
        int[] completed = new int[length];
        for (int i = 0; i < length; i++) {
          completed[i] = getInt(from);
        }
        return new Determinant.Deliver(clock, completed);
      case 3:
        return new Determinant.NotYet(clock, getVarint(from));
      case 4:
        int value = from.get();
        if (value < 0 || value >= ValueKind.values().length) {
          throw corrupt("no value kind " + value);
        }
        return new Determinant.Value(clock, ValueKind.values()[value], from.getLong());
      case 5:
        return new Determinant.Turn(clock, getInt(from), getVarint(from));
      default:
        throw corrupt("no kind " + kind);
    }
  }

  private static void start(ByteBuffer to, int kind, long clock) {
    to.put((byte) (VERSION << 4 | kind));
    putVarint(to, clock);
  }

  private static void putVarint(ByteBuffer to, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      to.put((byte) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    to.put((byte) rest);
  }

  private static long getVarint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = from.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw corrupt("a number has more than ten bytes");
  }

  private static int getInt(ByteBuffer from) {
    long value = getVarint(from);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw corrupt("a number is out of range: " + value);
    }
    return (int) value;
  }

  private static FtmpjException corrupt(String why) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, "A determinant cannot be read: " + why);
  }
}

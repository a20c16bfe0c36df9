package org.ftmpj.network.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.ftmpj.common.config.CheckSum;

/** The check sums of a payload (NewMadeleine, Trahay et al., section 5.1). */
public final class CheckSums {
  private static final long WORD = 0xFFFF_FFFFL;

  /**
   * The number of words after which the sums of Fletcher-64 have to be reduced, so that they do not
   * overflow.
   */
  private static final int BLOCK = 1 << 14;

  private CheckSums() {}

  /**
   * The check sum of the bytes from the buffer's position to its limit, neither of which changes.
   */
  public static long of(CheckSum kind, ByteBuffer payload) {
    return switch (kind) {
      case CRC32C -> crc(payload.duplicate());
      case FLETCHER64 -> fletcher(payload.duplicate().order(ByteOrder.LITTLE_ENDIAN));
      case SUM -> sum(payload.duplicate().order(ByteOrder.LITTLE_ENDIAN));
      case NONE -> 0;
    };
  }

  private static long crc(ByteBuffer payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return crc.getValue();
  }

  private static long sum(ByteBuffer payload) {
    long sum = payload.remaining();
    while (payload.remaining() >= Long.BYTES) {
      sum += payload.getLong();
    }
    while (payload.hasRemaining()) {
      sum += Byte.toUnsignedLong(payload.get());
    }
    return sum;
  }

  /** The sum modulo 2^32 - 1; the last word is filled up with zeros. */
  private static long fletcher(ByteBuffer payload) {
    long first = payload.remaining() % WORD;
    long second = first;
    while (payload.remaining() >= Integer.BYTES) {
      int words = Math.min(BLOCK, payload.remaining() / Integer.BYTES);
      for (int i = 0; i < words; i++) {
        first += Integer.toUnsignedLong(payload.getInt());
        second += first;
      }
      first %= WORD;
      second %= WORD;
    }
    long last = 0;
    for (int shift = 0; payload.hasRemaining(); shift += Byte.SIZE) {
      last |= Byte.toUnsignedLong(payload.get()) << shift;
    }
    first = (first + last) % WORD;
    second = (second + first) % WORD;
    return second << Integer.SIZE | first;
  }
}

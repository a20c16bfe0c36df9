package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/** Appends to a bulk log until it is killed; what stands at a position follows from it. */
public final class KilledBulkWriter {
  /** So many bytes before the end of the log may be read, at least. */
  public static final long NEEDED = 100 << 20;

  private static final int PIECE = 1 << 20;
  private static final byte[] NO_DYNAMIC = {};

  private KilledBulkWriter() {}

  /** What a multiple of 8 bytes contains, from a position on that is a multiple of 8. */
  static byte[] content(long position, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < length; i += Long.BYTES) {
      bytes.putLong(i, (position + i) * 0x9e3779b97f4a7c15L);
    }
    return bytes.array();
  }

  /** Reads and checks a part of the log. */
  public static void check(BulkReader reader, long from, long end) {
    byte[] read = new byte[PIECE];
    // Whole words: the last piece may have been cut off anywhere.
    for (long at = from / 8 * 8; at < end / 8 * 8; at += PIECE) {
      int length = (int) Math.min(PIECE, end / 8 * 8 - at);
      reader.read(false, at, read, 0, length, new CRC32C());
      byte[] expected = content(at, length);
      assertThat(Arrays.equals(read, 0, length, expected, 0, length)).as("at %d", at).isTrue();
    }
  }

  /**
   * Arguments: the log, the incarnation, the percentage of the memory that it may take, where to
   * end.
   */
  public static void main(String[] arguments) {
    LogMemory.use(Integer.parseInt(arguments[2]), 1);
    Random random = new Random();
    AtomicLong needed = new AtomicLong();
    try (BulkWriter writer =
        new BulkWriter(Path.of(arguments[0]), Integer.parseInt(arguments[1]), needed::get)) {
      long end = Long.parseLong(arguments[3]);
      for (long begin = 0; begin < end; ) {
        begin = writer.begin();
        needed.set(Math.max(0, begin - NEEDED));
        // Without gaps, for the next one begins at a multiple of 64.
        int length = 64 * (1 + random.nextInt(1 << random.nextInt(16)));
        ByteBuffer first = ByteBuffer.wrap(content(begin, length));
        if (writer.append(first, length, NO_DYNAMIC, 0) != begin) {
          throw new AssertionError("Not where it was to be: " + begin);
        }
      }
    }
  }
}

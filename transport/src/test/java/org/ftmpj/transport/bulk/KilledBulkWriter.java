package org.ftmpj.transport.bulk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Appends to a bulk log until it is killed; what stands at a position follows from it. */
final class KilledBulkWriter {
  /** So many bytes before the end of the log may be read, at least. */
  static final long NEEDED = 100 << 20;

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

  /** Arguments: the log, the percentage of the memory that it may take. */
  public static void main(String[] arguments) {
    LogMemory.use(Integer.parseInt(arguments[1]), 1);
    Random random = new Random();
    AtomicLong needed = new AtomicLong();
    try (BulkWriter writer = new BulkWriter(Path.of(arguments[0]), needed::get)) {
      while (true) {
        long begin = writer.begin();
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

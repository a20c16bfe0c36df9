package org.ftmpj.transport.bulk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A file with {@link BulkLog#SEGMENT} bytes of the older part of a bulk log: a head, and the bytes
 * of the log from a multiple of that size on. Little-endian:
 *
 * <pre>
 *    0  u64  magic, "FTMPJ-BS"
 *    8  i32  version, 2
 *   12  i32  bytes of the log in a segment
 *   16  i64  position in the log of its first byte
 *   24  i64  epoch: the incarnation that began it
 * 4096       bytes of the log
 * </pre>
 */
final class OlderSegment {
  static final int HEAD = 4096;

  private static final long MAGIC = 0x53422d4a504d5446L;
  private static final int VERSION = 2;
  private static final int HEAD_FIELDS = 32;

  private OlderSegment() {}

  /** The number of the segment that has that position of the log. */
  static long number(long position) {
    return position / BulkLog.SEGMENT;
  }

  /** The position in its file of that position of the log. */
  static long inFile(long position) {
    return HEAD + position % BulkLog.SEGMENT;
  }

  /** Begins a segment, also again if its beginning was cut off. */
  static void create(Path file, long number, int epoch) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, BulkLog.SEGMENT);
    head.putLong(16, number * BulkLog.SEGMENT).putLong(24, epoch);
    try (FileChannel channel =
        BulkLog.open(
            file,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      while (head.hasRemaining()) {
        channel.write(head);
      }
    }
  }

  /**
   * Opens a segment that is there.
   *
   * @param leastEpoch below it, a fenced writer has begun the segment
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  static FileChannel open(Path file, long number, long leastEpoch, OpenOption... options)
      throws IOException {
    check(file, number, leastEpoch);
    return BulkLog.open(file, options);
  }

  private static void check(Path file, long number, long leastEpoch) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD_FIELDS).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = BulkLog.open(file, StandardOpenOption.READ)) {
      readFully(channel, head, 0);
    } catch (NoSuchFileException | EOFException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "The file " + file + " is not there, or cut off", e);
    }
    if (head.getLong(0) != MAGIC || head.getLong(16) != number * BulkLog.SEGMENT) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "The file " + file + " is not segment " + number);
    }
    if (head.getInt(8) != VERSION || head.getInt(12) != BulkLog.SEGMENT) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          "Segment of version %d with %d bytes in %s"
              .formatted(head.getInt(8), head.getInt(12), file));
    }
    if (head.getLong(24) < leastEpoch) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Segment of incarnation %d, which incarnation %d had fenced, in %s"
              .formatted(head.getLong(24), leastEpoch, file));
    }
  }

  /**
   * Fills a buffer.
   *
   * @param from position in the file
   */
  static void readFully(FileChannel file, ByteBuffer to, long from) throws IOException {
    long at = from;
    while (to.hasRemaining()) {
      int read = file.read(to, at);
      if (read < 0) {
        throw new EOFException("it ends before " + at);
      }
      at += read;
    }
  }
}

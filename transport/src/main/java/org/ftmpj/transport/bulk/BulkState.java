package org.ftmpj.transport.bulk;

import static java.lang.invoke.MethodHandles.byteBufferViewVarHandle;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * How far a bulk log has come: memory that its writer shares with its readers. Positions count the
 * bytes of the log from its very first. Safe for one writing process, whose writer moves {@code
 * reserved} and whose archiver moves {@code archived}, and any number of reading ones.
 *
 * <p>Little-endian:
 *
 * <pre>
 *   0  u64  magic, "FTMPJ-BK"
 *   8  i32  version, 2
 *  12  i32  bytes of the recent part
 *  64  i64  reserved: up to here the recent part is written, or is just being written
 *  72  i64  written: up to here the log is complete and does not change any more
 * 128  i64  archived: up to here the older part is written
 * </pre>
 *
 * <p>Always {@code archived <= written <= reserved <= archived + size of the recent part}: what the
 * recent part does not have any more, the older part has.
 */
final class BulkState {
  private static final long MAGIC = 0x4b422d4a504d5446L;
  private static final int VERSION = 2;
  private static final int SIZE = 4096;
  private static final int RESERVED = 64;
  private static final int ARCHIVED = 128;
  private static final int WRITTEN = 72;

  private static final VarHandle LONG =
      byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer page;

  private BulkState(ByteBuffer page) {
    this.page = page;
  }

  /** Writes the state of an empty log. */
  static void create(Path file) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    page.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, BulkLog.RECENT);
    Files.write(file, page.array());
  }

  /**
   * @throws FtmpjException {@code LOG_VERSION} or {@code LOG_CORRUPT}
   */
  static BulkState open(Path file, boolean readOnly) throws IOException {
    try (FileChannel channel =
        readOnly
            ? BulkLog.open(file, StandardOpenOption.READ)
            : BulkLog.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != SIZE) {
        throw corrupt(file, "has " + channel.size() + " bytes");
      }
      ByteBuffer page =
          channel
              .map(readOnly ? MapMode.READ_ONLY : MapMode.READ_WRITE, 0, SIZE)
              .order(ByteOrder.LITTLE_ENDIAN);
      if (page.getLong(0) != MAGIC) {
        throw corrupt(file, "is not the state of a bulk log");
      }
      if (page.getInt(8) != VERSION || page.getInt(12) != BulkLog.RECENT) {
        throw new FtmpjException(
            ErrorCode.LOG_VERSION,
            "Bulk log of version %d with %d bytes in %s"
                .formatted(page.getInt(8), page.getInt(12), file));
      }
      BulkState state = new BulkState(page);
      state.check(file);
      return state;
    }
  }

  private void check(Path file) {
    // In this order: a writer moves both on meanwhile.
    long archived = archived();
    long written = written();
    long reserved = reserved();
    if (archived < 0 || archived % BulkLog.CHUNK != 0 || written < archived || reserved < written) {
      throw corrupt(
          file,
          "says that of %d bytes %d are written and %d archived"
              .formatted(reserved, written, archived));
    }
  }

  long reserved() {
    return (long) LONG.getVolatile(page, RESERVED);
  }

  /** Before a byte of it is written, for readers find out by this what may be overwritten. */
  void reserve(long end) {
    LONG.setOpaque(page, RESERVED, end);
    VarHandle.storeStoreFence();
  }

  long written() {
    return (long) LONG.getAcquire(page, WRITTEN);
  }

  void written(long end) {
    LONG.setRelease(page, WRITTEN, end);
  }

  long archived() {
    return (long) LONG.getVolatile(page, ARCHIVED);
  }

  void archive(long end) {
    LONG.setVolatile(page, ARCHIVED, end);
  }

  private static FtmpjException corrupt(Path file, String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, "The file " + file + " " + what);
  }
}

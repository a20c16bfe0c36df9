package org.ftmpj.transport.bulk;

import static java.lang.invoke.MethodHandles.byteBufferViewVarHandle;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;

/**
 * The progress of a bulk log, in memory that its writer shares with its readers. Positions count
 * the bytes of the log from its very first. Safe for one writing process, whose writer moves {@code
 * written} and whose archiver moves {@code archived}, and any number of reading ones.
 *
 * <p>Little-endian:
 *
 * <pre>
 *    0  u64  magic, "FTMPJ-BK"
 *    8  i32  version, 4
 *   12  i32  bytes of a slot of the recent part
 *   16  i64  epoch: the incarnation of the writer that came last; 0 before the first
 *   24  i64  fence: up to here the older part was written when that one came
 *   64  i64  written: up to here the log is complete and does not change any more
 *  128  i64  archived: up to here the older part is written, or was not needed
 *  192  i64  kept: what is before it may be gone; a multiple of the size of a segment
 * 4096  i64  of each of {@value #SLOTS} slots: one more than the number of the slotful of the log
 *            that it holds, or is just being filled with; 0 from the first that was not used on
 * </pre>
 *
 * <p>Always {@code archived <= written}, and what no slot holds any more is archived. A slot is
 * given to other bytes before the first of them is written to it: a reader that finds, after it has
 * copied bytes, that the slot holds what it did before, has copied the right ones.
 */
final class BulkState {
  private static final long MAGIC = 0x4b422d4a504d5446L;
  private static final int VERSION = 4;

  /** The largest number of slots. */
  static final int SLOTS = 1024;

  /** The content of a slot that was never used. */
  static final long NOTHING = -1;

  static final int NO_SLOT = -1;

  private static final int SIZE = 4096 + SLOTS * Long.BYTES;
  private static final int EPOCH = 16;
  private static final int FENCE = 24;
  private static final int WRITTEN = 64;
  private static final int ARCHIVED = 128;
  private static final int KEPT = 192;
  private static final int HELD = 4096;

  private static final VarHandle LONG =
      byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer page;

  private BulkState(ByteBuffer page) {
    this.page = page;
  }

  /** Writes the state of an empty log. */
  static void create(Path file) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    page.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, BulkLog.SLOT);
    OnlyUser.write(file, page.array());
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
      if (page.getInt(8) != VERSION || page.getInt(12) != BulkLog.SLOT) {
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
    if (archived < 0 || archived % BulkLog.CHUNK != 0 || written < archived) {
      throw corrupt(file, "says that of " + written + " bytes " + archived + " are archived");
    }
  }

  /**
   * Begins a new writer, which alone begins segments from now on.
   *
   * @throws FtmpjException {@code FENCED} if a newer one has come
   */
  void fence(int epoch, Path file) {
    long newest = (long) LONG.getVolatile(page, EPOCH);
    if (newest > epoch) {
      throw new FtmpjException(
          ErrorCode.FENCED,
          "Incarnation %d finds the bulk log of incarnation %d in %s"
              .formatted(epoch, newest, file));
    }
    // In this order: there are no segments after the fence yet, of whatever epoch.
    LONG.setVolatile(page, FENCE, archived());
    LONG.setVolatile(page, EPOCH, (long) epoch);
  }

  /** The least epoch of a segment that begins at that position: an older writer was fenced. */
  long leastEpoch(long position) {
    long epoch = (long) LONG.getVolatile(page, EPOCH);
    return position < (long) LONG.getVolatile(page, FENCE) ? 0 : epoch;
  }

  /** The number of the slotful that a slot holds, or {@link #NOTHING}. */
  long heldBy(int slot) {
    return (long) LONG.getAcquire(page, HELD + slot * Long.BYTES) - 1;
  }

  /** The slot that holds a slotful of the log, or {@link #NO_SLOT}. */
  int slotOf(long number) {
    for (int slot = 0; slot < SLOTS; slot++) {
      long held = heldBy(slot);
      if (held == number) {
        return slot;
      } else if (held == NOTHING) {
        return NO_SLOT;
      }
    }
    return NO_SLOT;
  }

  /** Assigns a slot to a slotful, before a byte of it is written. */
  void hold(int slot, long number) {
    LONG.setOpaque(page, HELD + slot * Long.BYTES, number + 1);
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

  /** The position at which the log now begins. */
  long kept() {
    return (long) LONG.getVolatile(page, KEPT);
  }

  /** Moves the beginning of the log; has to be called before anything is removed. */
  void keep(long from) {
    LONG.setVolatile(page, KEPT, from);
  }

  private static FtmpjException corrupt(Path file, String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, "The file " + file + " " + what);
  }
}

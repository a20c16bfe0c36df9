package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * Reads a bulk log, also while another process writes it, and changes nothing. The caller checks
 * the bytes by a digest. One thread at a time.
 */
public final class BulkReader implements AutoCloseable {
  private static final int PIECE = BulkWriter.PIECE;

  /** Bytes read at once from the older part, which is on the disk. */
  private static final int DISK_PIECE = 1 << 20;

  private static final long NONE = -1;

  /** The number of looks at the writer before this thread rests between looks. */
  private static final int SPINS = 1000;

  private static final long PAUSE_NS = 50_000;

  private final Supplier<Path> where;

  /** The log; null until it is looked for. */
  private BulkLog log;

  private final Checksum unused = new CRC32C();

  /** The state of the log; null before the first read, like all that follows. */
  private BulkState state;

  private ByteBuffer[] slots;

  /** The slot that was read last. */
  private int slot = BulkState.NO_SLOT;

  /** The segment of the older part that was read last. */
  private FileChannel older;

  private long number = NONE;

  /**
   * @param directory the log; need not be there before something is read
   */
  public BulkReader(Path directory) {
    this(() -> directory);
  }

  /**
   * @param where gives the directory of the log when something is read
   */
  public BulkReader(Supplier<Path> where) {
    this.where = where;
  }

  private BulkLog log() {
    if (log == null || state == null) {
      log = new BulkLog(where.get());
    }
    return log;
  }

  private boolean isWritten(long end) {
    return opened().written() >= end;
  }

  /**
   * Waits until the log is written up to that position. The writer may die meanwhile; its successor
   * goes on.
   */
  private void awaitWritten(long end) {
    BulkState state = opened();
    for (int i = 0; state.written() < end; i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }

  /**
   * Copies from the log.
   *
   * @param arriving whether the bytes may not be written yet; then this waits for them
   * @param position in the log
   * @param to receives {@code length} bytes from {@code index} on; its position and limit are left
   *     unchanged
   * @param digest is updated by what was copied
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  public void read(
      boolean arriving, long position, ByteBuffer to, int index, int length, Checksum digest) {
    int oldPosition = to.position();
    int oldLimit = to.limit();
    try {
      if (position < 0 || position + length < 0 || !arriving && !isWritten(position + length)) {
        throw corrupt("has not " + length + " bytes at " + position, null);
      }
      int copied = 0;
      while (copied < length) {
        int piece = Math.min(length - copied, slot == BulkState.NO_SLOT ? DISK_PIECE : PIECE);
        int at = index + copied;
        if (arriving) {
          awaitWritten(position + copied + piece);
        }
        int read = readSome(position + copied, to.limit(at + piece).position(at));
        digest.update(to.limit(at + read).position(at));
        copied += read;
      }
    } catch (IOException e) {
      throw unreadable(e);
    } finally {
      to.limit(oldLimit).position(oldPosition);
    }
  }

  /** Copies from the log into an array. */
  public void read(
      boolean arriving, long position, byte[] to, int index, int length, Checksum digest) {
    read(arriving, position, ByteBuffer.wrap(to), index, length, digest);
  }

  /**
   * Returns the digest after a payload that was begun before it was written; waits for it.
   *
   * @param position where the payload ends
   */
  public int digest(long position) {
    awaitWritten(position + BulkWriter.DIGEST);
    ByteBuffer digest = ByteBuffer.allocate(BulkWriter.DIGEST).order(ByteOrder.LITTLE_ENDIAN);
    read(false, position, digest, 0, BulkWriter.DIGEST, unused);
    return digest.getInt(0);
  }

  /**
   * Whether a payload that was begun before it was written is complete, with its digest.
   *
   * @param position where it ends
   */
  public boolean isComplete(long position) {
    return isComplete(position, opened().written());
  }

  /**
   * Whether a payload is complete if the log is written up to {@code written}.
   *
   * @param written see {@link #written}
   */
  public static boolean isComplete(long position, long written) {
    return position + BulkWriter.DIGEST <= written;
  }

  /** The position up to which the log is complete; 0 if there is no log. */
  public long written() {
    return state != null || log().exists() ? opened().written() : 0;
  }

  /**
   * @return how many bytes were copied; may be 0 if they were just being archived
   */
  private int readSome(long position, ByteBuffer to) throws IOException {
    int at = to.position();
    if (enter(BulkMemory.number(position))) {
      int length = Math.min(to.remaining(), BulkMemory.untilEnd(position));
      to.put(at, slots[slot], BulkMemory.inSlot(position), length);
      VarHandle.loadLoadFence();
      // Else it was, or may have been, overwritten meanwhile.
      return state.heldBy(slot) == BulkMemory.number(position) ? length : 0;
    }
    // Only what was archived before has no slot.
    long archived = state.archived() - position;
    if (archived <= 0) {
      throw corrupt("has lost what was at " + position, null);
    }
    to.limit((int) Math.min(to.limit(), at + archived));
    readOlder(position, to);
    return to.position() - at;
  }

  /** Finds the slot that has a slotful of the log; false if there is none. */
  private boolean enter(long number) throws IOException {
    if (slot == BulkState.NO_SLOT || state.heldBy(slot) != number) {
      slot = state.slotOf(number);
    }
    if (slot == BulkState.NO_SLOT) {
      return false;
    }
    if (slots[slot] == null) {
      slots[slot] = BulkMemory.map(log, slot, true);
    }
    return true;
  }

  private void readOlder(long position, ByteBuffer to) throws IOException {
    long wanted = OlderSegment.number(position);
    if (wanted != number) {
      close();
      long least = state.leastEpoch(wanted * BulkLog.SEGMENT);
      older = OlderSegment.open(log.older(wanted), wanted, least, StandardOpenOption.READ);
      number = wanted;
    }
    long untilEnd = BulkLog.SEGMENT - position % BulkLog.SEGMENT;
    to.limit((int) Math.min(to.limit(), to.position() + untilEnd));
    OlderSegment.readFully(older, to, OlderSegment.inFile(position));
  }

  private BulkState opened() {
    if (state == null) {
      try {
        slots = new ByteBuffer[BulkState.SLOTS];
        state = BulkState.open(log().state(), true);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return state;
  }

  @Override
  public void close() {
    number = NONE;
    try {
      if (older != null) {
        older.close();
        older = null;
      }
    } catch (IOException e) {
      throw corrupt("cannot be closed: " + Reason.of(e), e);
    }
  }

  private FtmpjException unreadable(IOException e) {
    return corrupt("cannot be read: " + Reason.of(e), e);
  }

  private FtmpjException corrupt(String what, IOException cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "The log " + log().directory() + " " + what, cause);
  }
}

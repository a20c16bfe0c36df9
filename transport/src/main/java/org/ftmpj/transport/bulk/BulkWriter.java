package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * Writes a bulk log. A payload is in it when {@code append} returns, and survives the process from
 * then on; what a process that dies leaves of a payload stays as a gap that nobody refers to. The
 * first append makes the log, or continues it behind what an earlier incarnation has written.
 *
 * <p>One writer at a time in the world, used by one thread at a time (protocol rule
 * FENCE_BEFORE_READ). It starts a daemon thread when the recent part is half full.
 */
public final class BulkWriter implements AutoCloseable {
  /** Payloads begin at multiples of it. */
  private static final int ALIGNMENT = 64;

  /** Bytes written at once, so that archiving can begin meanwhile. */
  private static final int PIECE = 1 << 20;

  private final BulkLog log;

  /** Null before the first append, like all that follows. */
  private RecentPart recent;

  private BulkState state;
  private Archiver archiver;
  private FreeSpace space;

  /** The position behind what was written last. */
  private long end;

  /**
   * @param directory the log; its parent may be missing
   */
  public BulkWriter(Path directory) {
    log = new BulkLog(directory);
  }

  /**
   * Appends a payload that comes in two parts; waits while the recent part is full.
   *
   * @param first holds {@code firstLength} bytes from its position on; left unchanged
   * @param second begins with the {@code secondLength} bytes behind them
   * @return where it is, from 0
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}, {@code LOG_VERSION}
   */
  public long append(ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    Objects.checkFromIndexSize(0, firstLength, first.remaining());
    Objects.checkFromIndexSize(0, secondLength, second.length);
    try {
      if (recent == null) {
        open();
      }
      space.use((long) firstLength + secondLength);
      end = end + ALIGNMENT - 1 & -ALIGNMENT;
      long start = end;
      put(first, first.position(), firstLength);
      if (secondLength > 0) {
        put(ByteBuffer.wrap(second), 0, secondLength);
      }
      return start;
    } catch (IOException e) {
      throw notWritable(e);
    }
  }

  private void put(ByteBuffer from, int index, int length) throws IOException {
    int at = index;
    int last = index + length;
    while (at < last) {
      int piece = Math.min(Math.min(last - at, PIECE), RecentPart.untilEnd(end));
      archiver.awaitRoom(end + piece);
      recent.allocate(end + piece);
      // Before a byte of it is overwritten: readers find out by this.
      state.reserve(end + piece);
      VarHandle.storeStoreFence();
      recent.put(end, from, at, piece);
      at += piece;
      end += piece;
      archiver.written(end);
    }
  }

  private void open() throws IOException {
    if (!log.exists()) {
      log.create();
    }
    space = FreeSpace.on(log.directory());
    state = BulkState.open(log.state(), false);
    // What the previous writer had reserved and not written is a gap.
    end = state.reserved();
    RecentPart memory = RecentPart.open(log.recent(), end);
    archiver = new Archiver(log.older(), memory, state, end);
    recent = memory;
  }

  /** Ends the use of the log; what was appended stays. */
  @Override
  public void close() {
    if (archiver != null) {
      archiver.close();
    }
  }

  private FtmpjException notWritable(IOException cause) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + log.directory() + ": " + cause, cause);
  }
}

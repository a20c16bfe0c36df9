package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * Reads a bulk log, also while another process writes it; changes nothing. Whether the bytes are
 * those that were written has to be found by a digest. One thread at a time.
 */
public final class BulkReader implements AutoCloseable {
  private static final int PIECE = 1 << 20;

  private final BulkLog log;

  /** Null before the first read, like all that follows. */
  private BulkState state;

  private RecentPart recent;
  private FileChannel older;

  /**
   * @param directory the log; need not be there before something is read
   */
  public BulkReader(Path directory) {
    log = new BulkLog(directory);
  }

  /**
   * Copies from the log.
   *
   * @param position in the log
   * @param to receives {@code length} bytes from {@code index} on; its position and limit are left
   *     unchanged
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  public void read(long position, ByteBuffer to, int index, int length) {
    int oldPosition = to.position();
    int oldLimit = to.limit();
    try {
      if (state == null) {
        open();
      }
      if (position < 0 || length > state.reserved() - position) {
        throw corrupt("has not " + length + " bytes at " + position, null);
      }
      int copied = 0;
      while (copied < length) {
        int piece = Math.min(length - copied, PIECE);
        to.limit(index + copied + piece).position(index + copied);
        copied += readSome(position + copied, to);
      }
    } catch (IOException e) {
      throw corrupt("cannot be read: " + Reason.of(e), e);
    } finally {
      to.limit(oldLimit).position(oldPosition);
    }
  }

  /** The same into an array. */
  public void read(long position, byte[] to, int index, int length) {
    read(position, ByteBuffer.wrap(to), index, length);
  }

  /**
   * @return how many bytes were copied; may be 0 if they were just being archived
   */
  private int readSome(long position, ByteBuffer to) throws IOException {
    int at = to.position();
    if (!isRecent(position)) {
      long archived = state.archived() - position;
      if (archived <= 0) {
        throw corrupt("has lost what was at " + position, null);
      }
      to.limit((int) Math.min(to.limit(), at + archived));
      readOlder(position, to);
      return to.position() - at;
    }
    int length = Math.min(to.remaining(), RecentPart.untilEnd(position));
    recent.get(position, to, at, length);
    VarHandle.loadLoadFence();
    // Else it was, or may have been, overwritten meanwhile.
    return isRecent(position) ? length : 0;
  }

  private boolean isRecent(long position) {
    return position >= state.reserved() - BulkLog.RECENT;
  }

  private void readOlder(long position, ByteBuffer to) throws IOException {
    long at = position;
    while (to.hasRemaining()) {
      int read = older.read(to, at);
      if (read < 0) {
        throw corrupt("ends before " + at, null);
      }
      at += read;
    }
  }

  private void open() throws IOException {
    BulkState opened = BulkState.open(log.state(), true);
    recent = RecentPart.openReadOnly(log.recent());
    older = BulkLog.open(log.older(), StandardOpenOption.READ);
    state = opened;
  }

  @Override
  public void close() {
    try {
      if (older != null) {
        older.close();
      }
    } catch (IOException e) {
      throw corrupt("cannot be closed: " + Reason.of(e), e);
    }
  }

  private FtmpjException corrupt(String what, IOException cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "The log " + log.directory() + " " + what, cause);
  }
}

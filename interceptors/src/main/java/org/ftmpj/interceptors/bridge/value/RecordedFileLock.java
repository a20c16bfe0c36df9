package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reader;

/**
 * A lock of a file, which another rank does not get before it is released, whatever dies. Any
 * thread.
 */
final class RecordedFileLock extends FileLock {
  /** The lock; null if it was released before the failure. */
  private final FileLock actual;

  private final Reader reader;
  private final long order;
  private boolean released; // guarded by this

  /**
   * @param order by which it is known
   */
  RecordedFileLock(
      FileChannel channel,
      FileLock actual,
      Reader reader,
      long order,
      long position,
      long size,
      boolean shared) {
    super(channel, position, size, shared);
    this.actual = actual;
    this.reader = reader;
    this.order = order;
  }

  long order() {
    return order;
  }

  @Override
  public synchronized boolean isValid() {
    return !released && acquiredBy().isOpen();
  }

  @Override
  public void release() throws IOException {
    if (!acquiredBy().isOpen()) {
      throw new ClosedChannelException();
    }
    if (isFirst() && actual != null) {
      reader.unlocking(order);
      actual.release();
    }
  }

  /** The channel is closed. */
  void lost() {
    if (isFirst() && actual != null) {
      reader.unlocking(order);
    }
  }

  private synchronized boolean isFirst() {
    boolean first = !released;
    released = true;
    return first;
  }
}

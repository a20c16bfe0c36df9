package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reader;

/**
 * The locks that the program has of a file by one channel. In a re-execution those are not taken
 * again that were released before the failure. Any thread.
 */
final class LockedParts {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final FileChannel channel;
  private final FileChannel actual;
  private final Reader reader;
  private final Set<RecordedFileLock> locks = ConcurrentHashMap.newKeySet();

  /**
   * @param channel the program's
   * @param actual what it stands for
   */
  LockedParts(FileChannel channel, FileChannel actual, Reader reader) {
    this.channel = channel;
    this.actual = actual;
    this.reader = reader;
  }

  FileLock lock(long position, long size, boolean shared) throws IOException {
    boolean[] live = {false};
    Recorded.number(
        Source.FILE,
        () -> {
          live[0] = true;
          return 1;
        });
    RecordedFileLock[] lock = {null};
    IOException[] failed = {null};
    if (live[0]) {
      try {
        lock[0] = acquire(position, size, shared, true); // not in a record: it may wait
      } catch (IOException e) {
        failed[0] = e;
      }
    }
    long order =
        ReadValues.numberOf(
            () -> {
              if (failed[0] != null) {
                throw failed[0];
              }
              if (lock[0] == null) {
                lock[0] = acquire(position, size, shared, true);
              }
              return lock[0].order();
            });
    return known(lock[0], order, position, size, shared);
  }

  FileLock tryLock(long position, long size, boolean shared) throws IOException {
    RecordedFileLock[] lock = {null};
    long order =
        ReadValues.numberOf(
            () -> {
              lock[0] = acquire(position, size, shared, false);
              return lock[0] == null ? 0 : lock[0].order();
            });
    return order == 0 ? null : known(lock[0], order, position, size, shared);
  }

  /** The lock, or one that was taken before the failure. */
  private FileLock known(
      RecordedFileLock live, long order, long position, long size, boolean shared)
      throws IOException {
    RecordedFileLock lock = live;
    if (lock == null) {
      FileLock taken = reader.isLocked(order) ? actual.lock(position, size, shared) : null;
      lock = new RecordedFileLock(channel, taken, reader, order, position, size, shared);
    }
    locks.removeIf(old -> !old.isValid());
    locks.add(lock);
    return lock;
  }

  /** Acquires a lock; null if another process has it and the call does not wait. */
  private RecordedFileLock acquire(long position, long size, boolean shared, boolean waits)
      throws IOException {
    while (true) {
      FileLock lock =
          waits ? actual.lock(position, size, shared) : actual.tryLock(position, size, shared);
      if (lock == null) {
        return null;
      }
      long order = reader.locked(position, size, shared);
      if (order > 0) {
        return new RecordedFileLock(channel, lock, reader, order, position, size, shared);
      }
      lock.release();
      if (!waits) {
        return null;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** The channel is closed. */
  void close() {
    locks.forEach(RecordedFileLock::lost);
    locks.clear();
  }
}

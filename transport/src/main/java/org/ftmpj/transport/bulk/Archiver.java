package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Copies what is in the recent part of a bulk log to the older part, in a thread of its own, so
 * that its place can be used again. It begins when the recent part is half full and goes on until a
 * quarter is left. When it fails, the writer's next append does.
 */
final class Archiver implements AutoCloseable {
  private static final long BEGIN = BulkLog.RECENT / 2;
  private static final long LEAVE = BulkLog.RECENT / 4;

  private final BulkLog log;
  private final RecentPart recent;
  private final BulkState state;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** Guarded by {@link #lock}, like all that follows; null before there was something to do. */
  private Thread thread;

  private boolean closed;
  private Throwable failure;

  Archiver(BulkLog log, RecentPart recent, BulkState state) {
    this.log = log;
    this.recent = recent;
    this.state = state;
  }

  /** The log is written up to that position. */
  void written(long end) {
    state.written(end);
    if (end - state.archived() >= BEGIN) {
      wake();
    }
  }

  private void wake() {
    lock.lock();
    try {
      if (thread == null) {
        thread = new Thread(this::run, "ftmpj-archiver");
        thread.setDaemon(true);
        thread.start();
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the recent part has room for what ends at that position. */
  void awaitRoom(long end) throws IOException {
    if (hasRoom(end)) {
      return;
    }
    wake();
    lock.lock();
    try {
      while (!hasRoom(end)) {
        if (failure != null) {
          throw new IOException("Cannot archive: " + failure, failure);
        }
        room.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(long end) {
    return end - state.archived() <= BulkLog.RECENT;
  }

  private void run() {
    try (OlderPart older = new OlderPart(log)) {
      while (awaitWork()) {
        while (state.written() - state.archived() >= LEAVE) {
          archive(older);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  /** False: there will be none. */
  private boolean awaitWork() {
    lock.lock();
    try {
      while (!closed && state.written() - state.archived() < BEGIN) {
        work.awaitUninterruptibly();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void archive(OlderPart older) throws IOException {
    long position = state.archived();
    older.write(recent.chunk(position), position);
    state.archive(position + BulkLog.CHUNK);
    lock.lock();
    try {
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void fail(Throwable e) {
    lock.lock();
    try {
      failure = e;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread; what is not archived stays in the recent part. */
  @Override
  public void close() {
    Thread running;
    lock.lock();
    try {
      closed = true;
      running = thread;
      work.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (running != null && running.isAlive()) {
      try {
        running.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

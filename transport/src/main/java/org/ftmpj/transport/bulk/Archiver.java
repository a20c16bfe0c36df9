package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.transport.journal.Retention;

/**
 * Copies what is in the recent part of a bulk log to the older part, in a thread of its own, so
 * that its memory can be used again. It begins when there is enough to do, and does not copy what
 * was written last. After a failure the writer's next change to another slot fails too.
 *
 * <p>If the log is pruned, it leaves as much in memory as there is room for: most of that is no
 * longer needed when the memory is used up, and is never copied.
 */
final class Archiver implements AutoCloseable {
  private static final long BEGIN = 2L * BulkLog.SLOT;
  private static final long LEAVE = BulkLog.SLOT;

  private final BulkLog log;
  private final BulkMemory recent;
  private final BulkState state;
  private final int epoch;
  private final Retention needed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** The end of the log when there is something to do; maybe late for a moment. */
  private volatile long wakeAt = BEGIN;

  /** Guarded by {@link #lock}, like all that follows; null before there was something to do. */
  private Thread thread;

  private boolean closed;

  /**
   * Whether the writer waits for memory, however much there could be: the disk may be short of
   * space.
   */
  private volatile boolean isRoomWanted;

  private volatile Throwable failure;
  private final Pulse pulse = new Pulse();

  /**
   * @param epoch of the segments that it begins
   */
  Archiver(BulkLog log, BulkMemory recent, BulkState state, int epoch, Retention needed) {
    this.log = log;
    this.recent = recent;
    this.state = state;
    this.epoch = epoch;
    this.needed = needed;
  }

  /** Records that the log is written up to that position. */
  void written(long end) {
    state.written(end);
    if (end >= wakeAt) {
      wake();
    }
  }

  private void wake() {
    lock.lock();
    try {
      if (thread == null) {
        thread = OwnThreads.all().start("ftmpj-archiver", pulse, this::run);
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the memory of the recent part can be used again, if all of it is in use. */
  void awaitRoom() throws IOException {
    isRoomWanted = true;
    wake();
    lock.lock();
    try {
      while (!recent.hasFree()) {
        requireSuccess();
        room.awaitUninterruptibly();
      }
    } finally {
      isRoomWanted = false;
      lock.unlock();
    }
  }

  /**
   * @throws IOException if the archiver has failed
   */
  void requireSuccess() throws IOException {
    Throwable cause = failure;
    if (cause != null) {
      throw new IOException("Cannot archive: " + cause, cause);
    }
  }

  private void run() {
    try (BulkArchive older = new BulkArchive(log, state, epoch)) {
      while (awaitWork()) {
        while (isMore()) {
          pulse.works();
          archive(older);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Waits for work; false at the end. */
  private boolean awaitWork() throws IOException {
    lock.lock();
    try {
      while (!closed && !isEnough()) {
        wakeAt = isPruned() ? state.written() + BulkLog.SLOT : state.archived() + BEGIN;
        pulse.waits();
        work.awaitUninterruptibly();
      }
      wakeAt = Long.MAX_VALUE;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private boolean isPruned() {
    return !needed.isAll();
  }

  /** Whether there is enough work to begin. */
  private boolean isEnough() throws IOException {
    return isPruned() ? isMore() : state.written() - state.archived() >= BEGIN;
  }

  /** Whether any work is left. */
  private boolean isMore() throws IOException {
    long unarchived = state.written() - state.archived();
    if (unarchived < LEAVE || !isPruned()) {
      return unarchived >= LEAVE;
    }
    return isRoomWanted
        || unarchived > recent.bytesToKeep()
        || state.archived() + BulkLog.CHUNK <= kept();
  }

  private void archive(BulkArchive older) throws IOException {
    long position = state.archived();
    long kept = kept();
    if (position + BulkLog.CHUNK > kept) {
      older.write(recent.chunk(position), position, position <= kept);
    }
    state.archive(position + BulkLog.CHUNK);
    older.drop(OlderSegment.number(kept));
    recent.archived(position + BulkLog.CHUNK);
    lock.lock();
    try {
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The first chunk that is needed. It never decreases, as the bytes before it may be gone. */
  private long kept() {
    long from = needed.from() / BulkLog.CHUNK * BulkLog.CHUNK;
    if (from > state.kept()) {
      state.keep(from);
    }
    return state.kept();
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

  /** Ends the thread; bytes that are not archived stay in the recent part. */
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

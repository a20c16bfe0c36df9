package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.transport.journal.Needed;

/**
 * Copies what is in the recent part of a bulk log to the older part, in a thread of its own, so
 * that its memory can be used again. It begins when there is enough to do, and leaves what was
 * written last. When it fails, the writer's next use of another slot does.
 */
final class Archiver implements AutoCloseable {
  private static final long BEGIN = 2L * BulkLog.SLOT;
  private static final long LEAVE = BulkLog.SLOT;

  private final BulkLog log;
  private final RecentPart recent;
  private final BulkState state;
  private final int epoch;
  private final Needed needed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** Whether there was nothing to do; may be so for a moment after there is. */
  private volatile boolean idle = true;

  /** Guarded by {@link #lock}, like all that follows; null before there was something to do. */
  private Thread thread;

  private boolean closed;
  private volatile Throwable failure;
  private final Pulse pulse = new Pulse();

  /**
   * @param epoch of the segments that it begins
   */
  Archiver(BulkLog log, RecentPart recent, BulkState state, int epoch, Needed needed) {
    this.log = log;
    this.recent = recent;
    this.state = state;
    this.epoch = epoch;
    this.needed = needed;
  }

  /** The log is written up to that position. */
  void written(long end) {
    state.written(end);
    if (idle && end - state.archived() >= BEGIN) {
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
    wake();
    lock.lock();
    try {
      while (!recent.hasFree()) {
        requireSuccess();
        room.awaitUninterruptibly();
      }
    } finally {
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
    try (OlderPart older = new OlderPart(log, state, epoch)) {
      while (awaitWork()) {
        while (state.written() - state.archived() >= LEAVE) {
          pulse.works();
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
        idle = true;
        pulse.waits();
        work.awaitUninterruptibly();
      }
      idle = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void archive(OlderPart older) throws IOException {
    long position = state.archived();
    long kept = kept();
    if (OlderSegment.number(position) >= kept) {
      older.write(recent.chunk(position), position);
    }
    state.archive(position + BulkLog.CHUNK);
    older.drop(kept);
    recent.archived(position + BulkLog.CHUNK);
    lock.lock();
    try {
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The first segment that is needed. It never goes back, for an earlier one may be there in part.
   */
  private long kept() {
    long from = needed.from() / BulkLog.SEGMENT * BulkLog.SEGMENT;
    if (from > state.kept()) {
      state.keep(from);
    }
    return OlderSegment.number(state.kept());
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

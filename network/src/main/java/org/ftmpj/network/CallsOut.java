package org.ftmpj.network;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Calls of threads of a session to receivers and contents, which belong to its owner. When the
 * session is closed, the owner frees what they use, such as mapped logs, so no call may go on.
 */
final class CallsOut {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean ended;

  /**
   * Begins a call; {@link #leave} has to follow.
   *
   * @return false if none may begin any more
   */
  boolean enter() {
    lock.readLock().lock();
    boolean may = !ended;
    if (!may) {
      lock.readLock().unlock();
    }
    return may;
  }

  void leave() {
    lock.readLock().unlock();
  }

  /**
   * Lets no further call begin, and waits until those that have begun are over, except a call by
   * this thread.
   *
   * @return false if one went on for longer than that, or the thread was interrupted
   */
  boolean end(Duration longest) {
    ended = true;
    if (lock.getReadHoldCount() > 0) {
      return true;
    }
    try {
      boolean over = lock.writeLock().tryLock(longest.toMillis(), TimeUnit.MILLISECONDS);
      if (over) {
        lock.writeLock().unlock();
      }
      return over;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

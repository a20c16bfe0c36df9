package org.ftmpj.network;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Calls that threads of a session make to what its owner has given it, receivers and contents. When
 * it is closed, the owner takes away what they use, such as mapped logs, so none may go on.
 */
final class CallsOut {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean ended;

  /**
   * A call begins; {@link #leave} follows.
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
   * Lets no further call begin, and waits until those that have begun are over. One of this thread
   * is not waited for.
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

package org.ftmpj.network;

import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.network.notice.HostRing;

/** The other side of a session for the process that watches it. Any thread. */
final class Neighbour implements HostRing.Member {
  private final ReentrantLock lock;
  private final Health health;
  private final Ticker ticker;

  /**
   * @param lock the session's
   */
  Neighbour(ReentrantLock lock, Health health, Ticker ticker) {
    this.lock = lock;
    this.health = health;
    this.ticker = ticker;
  }

  @Override
  public void askNow() {
    ask(false);
  }

  /**
   * Asks the other side for a sign of life until it gives one.
   *
   * @param elsewhere whether another process has not heard it
   */
  void ask(boolean elsewhere) {
    boolean soon;
    lock.lock();
    try {
      soon = health.ask(elsewhere);
    } finally {
      lock.unlock();
    }
    if (soon && health.wake(System.nanoTime())) {
      ticker.wake();
    }
  }

  @Override
  public void watch(boolean always) {
    health.watch(always);
  }

  @Override
  public boolean answers() {
    lock.lock();
    try {
      return health.answers();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isSuspected() {
    lock.lock();
    try {
      return health.isSuspected();
    } finally {
      lock.unlock();
    }
  }
}

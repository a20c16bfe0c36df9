package org.ftmpj.protocol.thread;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The lock under which events take effect one after the other. Any thread. */
final class EventLock {
  private final ReentrantLock lock = new ReentrantLock();
  private final EventOrder order;

  EventLock(EventOrder order) {
    this.order = order;
  }

  Condition newCondition() {
    return lock.newCondition();
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Whether the calling thread holds it. */
  boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  /** Unlocks, at the end of an event or of a part of one. */
  void end() {
    try {
      if (lock.getHoldCount() == 1) {
        order.settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Unlocks for good; returns how often it was locked. */
  int giveFree() {
    int holds = lock.isHeldByCurrentThread() ? lock.getHoldCount() : 0;
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    return holds;
  }

  /** The end of {@link #giveFree}. */
  void takeBack(int holds) {
    for (int i = 0; i < holds; i++) {
      lock.lock();
    }
  }

  /** Waits for the condition, whatever interrupts. To be called with the lock. */
  void await(LogicalThread thread, Condition condition, LogicalThread.Waiting what) {
    thread.waiting = what;
    try {
      condition.awaitUninterruptibly();
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
    }
  }

  /** Waits for the condition, at most so long; an interrupt ends it. */
  void await(LogicalThread thread, Condition condition, long ns, LogicalThread.Waiting what) {
    thread.waiting = what;
    boolean interrupted = false;
    try {
      condition.awaitNanos(ns);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

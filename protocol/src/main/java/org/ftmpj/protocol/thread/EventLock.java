package org.ftmpj.protocol.thread;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The lock under which events take effect one after the other. Any thread. */
final class EventLock {
  private final OwnedLock lock = new OwnedLock();
  private final EventOrder order;

  /**
   * What the call of the JDK that is made within the present event is about; null if no code of the
   * program can run within that event. Guarded by the lock.
   */
  private Object called;

  private volatile long times;

  /** A lock that tells who holds it. */
  private static final class OwnedLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    @Override
    protected Thread getOwner() {
      return super.getOwner();
    }
  }

  EventLock(EventOrder order) {
    this.order = order;
  }

  Condition newCondition() {
    return lock.newCondition();
  }

  void lock() {
    lock.lock();
    times = times + 1; // by one thread at a time
  }

  /** Locks if no thread has locked it. */
  boolean tryLock() {
    return lock.tryLock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Whether the calling thread holds it. */
  boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  /** The thread that holds it; null if none does. Any thread. */
  Thread owner() {
    return lock.getOwner();
  }

  /** How often it was locked. Any thread. */
  long times() {
    return times;
  }

  /** What the call of the JDK within the present event is about; null if there is none. */
  Object called() {
    return called;
  }

  /** A call of the JDK begins, or, with null, ends. */
  void call(Object on) {
    called = on;
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

  /** Unlocks, however often it was locked; returns how often. */
  int unlockFully() {
    int holds = lock.isHeldByCurrentThread() ? lock.getHoldCount() : 0;
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    return holds;
  }

  /** The end of {@link #unlockFully}. */
  void lockAgain(int holds) {
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
  void awaitInterruptibly(
      LogicalThread thread, Condition condition, long ns, LogicalThread.Waiting what) {
    thread.waiting = what;
    try {
      condition.awaitNanos(ns);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
    }
  }

  /** Waits for the condition, at most so long, whatever interrupts. */
  void await(LogicalThread thread, Condition condition, long ns, LogicalThread.Waiting what) {
    // With that flag set a condition does not wait, and so never unlocks.
    boolean interrupted = Thread.interrupted();
    awaitInterruptibly(thread, condition, ns, what);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

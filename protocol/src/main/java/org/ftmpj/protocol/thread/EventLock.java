package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock under which events take effect one after the other. Any thread.
 *
 * <p>When a thread has made many events in a row and no other one has made any, the lock becomes
 * {@linkplain Bias biased} towards it: it then locks without an atomic operation, and only the next
 * thread that locks pays for this.
 */
final class EventLock {
  private final OwnedLock lock = new OwnedLock();
  private final EventOrder order;

  /**
   * The object of the JDK call within the present event; null if that event cannot run code of the
   * program. Guarded by the lock.
   */
  private Object called;

  private volatile long times;

  /** Guarded by the lock, but the owner of the bias reads it without the lock. */
  private Bias bias;

  /** The thread that locked last, and how often in a row. */
  private Thread last;

  private int row;

  /** The number of consecutive locks that shows that a thread is alone. */
  private int enough = Bias.LEAST;

  /**
   * Conditions that the owner of the bias has signalled; it has to really lock before they take
   * effect.
   */
  private final ArrayList<Condition> signalled = new ArrayList<>();

  /** A lock that can report its owner. */
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
    if (isHeldAlone()) {
      bias.lockAgain();
      return;
    }
    lock.lock();
    boolean done = false;
    try {
      locked();
      done = true;
    } finally {
      if (!done) {
        lock.unlock();
      }
    }
  }

  /** Counts that the calling thread has really locked. */
  private void locked() {
    times = times + 1; // by one thread at a time
    Thread thread = Thread.currentThread();
    row = thread == last ? row + 1 : 0;
    last = thread;
    if (bias != null) {
      if (bias.isOfCaller()) {
        record(bias);
      } else {
        revoke();
      }
    }
  }

  private void record(Bias own) {
    int events = own.takeUnrecorded();
    if (events > 0) {
      order.recordNew(own.thread(), events);
    }
  }

  private void revoke() {
    Bias former = bias;
    enough = former.enoughAfter(enough);
    former.revoke();
    bias = null;
    row = 0;
    record(former);
  }

  /** Locks if the lock is free. */
  boolean tryLock() {
    if (isHeldAlone() || !lock.tryLock()) {
      return false;
    }
    lock();
    lock.unlock();
    return true;
  }

  void unlock() {
    Bias own = bias;
    if (own == null || !own.isHeldByCaller()) {
      lock.unlock();
    } else if (signalled.isEmpty() || own.holds() > 1) {
      own.unlock();
    } else {
      unlockAndSignal(own);
    }
  }

  private void unlockAndSignal(Bias own) {
    List<Condition> toSignal = List.copyOf(signalled);
    signalled.clear();
    own.unlock();
    lock();
    toSignal.forEach(Condition::signalAll);
    unlock();
  }

  /**
   * Locks if the lock is biased towards the calling thread, which does not hold it.
   *
   * @return null if the lock is not biased so
   */
  Bias lockAlone() {
    Bias own = bias;
    return own != null && own.lock() ? own : null;
  }

  /** Whether the lock is biased towards the calling thread. */
  boolean isAlone() {
    Bias own = bias;
    return own != null && own.isOfCaller();
  }

  /** Whether the calling thread has locked by the bias towards it. */
  boolean isHeldAlone() {
    Bias own = bias;
    return own != null && own.isHeldByCaller();
  }

  /**
   * Biases the lock towards the calling thread if that has made many events in a row. To be called
   * at the end of a new event.
   */
  void mayBias(LogicalThread thread) {
    if (row >= enough && bias == null && !lock.hasQueuedThreads() && Bias.isFor(last)) {
      bias = new Bias(last, thread);
    }
  }

  /** Ends the bias, since the calling thread runs another thread of the program. */
  void unbias() {
    if (isAlone()) {
      lock();
      revoke();
      unlock();
    }
  }

  /**
   * Unlocks after {@link #lockAlone}, if the calling thread has called that; returns whether it
   * has.
   */
  boolean unlockAlone() {
    Bias own = bias;
    if (own == null || !own.isHeldByCaller()) {
      return false;
    }
    if (called != null) {
      called = null;
    }
    if (signalled.isEmpty()) {
      own.unlock();
    } else {
      unlock();
    }
    return true;
  }

  /** Wakes the threads that wait for the condition. With the lock. */
  void signalAll(Condition condition) {
    if (isHeldAlone()) {
      signalled.add(condition);
    } else {
      condition.signalAll();
    }
  }

  /** Whether a thread waits for the lock. */
  boolean hasQueued(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  /** Whether the calling thread holds the lock. */
  boolean isHeld() {
    return isHeldAlone() || lock.isHeldByCurrentThread();
  }

  /** The thread that holds the lock; null if none does. Any thread. */
  Thread owner() {
    Bias present = bias;
    return present != null && present.isHeld() ? present.owner() : lock.getOwner();
  }

  /** The number of times that the lock was locked. Any thread. */
  long times() {
    Bias present = bias;
    return times + (present == null ? 0 : present.events());
  }

  /** The object of the JDK call within the present event; null if there is none. */
  Object called() {
    return called;
  }

  /** Notes that a call of the JDK begins, or, with null, ends. */
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
      unlock();
    }
  }

  /** Unlocks completely; returns how often the thread had locked. */
  int unlockFully() {
    int holds = lock.isHeldByCurrentThread() ? lock.getHoldCount() : 0;
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    return holds;
  }

  /** Locks again after {@link #unlockFully}. */
  void lockAgain(int holds) {
    for (int i = 0; i < holds; i++) {
      lock.lock();
    }
    if (holds > 0) {
      locked();
    }
  }

  /**
   * Waits at a monitor that the calling thread holds, for some time or until it is notified, and
   * unlocks completely meanwhile.
   *
   * @return whether it was interrupted
   */
  boolean await(Object monitor, long ms) {
    int locks = unlockFully();
    try {
      monitor.wait(ms);
      return false;
    } catch (InterruptedException e) {
      return true;
    } finally {
      lockAgain(locks);
    }
  }

  /** Waits for the condition, uninterruptibly. To be called with the lock. */
  void await(Condition condition) {
    try {
      condition.awaitUninterruptibly();
    } finally {
      locked();
    }
  }

  /** Waits likewise; the thread is in that state meanwhile. */
  void await(LogicalThread thread, Condition condition, ThreadState meanwhile) {
    thread.become(meanwhile);
    try {
      await(condition);
    } finally {
      thread.become(ThreadState.RUNS);
    }
  }

  /** Waits for the condition for at most the given time; an interrupt ends the wait. */
  void awaitInterruptibly(
      LogicalThread thread, Condition condition, long ns, ThreadState meanwhile) {
    thread.become(meanwhile);
    try {
      condition.awaitNanos(ns);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      locked();
      thread.become(ThreadState.RUNS);
    }
  }

  /** Waits for the condition for at most the given time, uninterruptibly. */
  void await(LogicalThread thread, Condition condition, long ns, ThreadState meanwhile) {
    // While the interrupt flag is set, a condition does not wait and so never unlocks.
    boolean interrupted = Thread.interrupted();
    awaitInterruptibly(thread, condition, ns, meanwhile);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

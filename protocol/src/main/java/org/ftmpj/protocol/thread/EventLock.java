package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock under which events take effect one after the other. Any thread.
 *
 * <p>A thread that has made many events in a row while no other one has made any gets the lock
 * {@linkplain Bias biased} towards it: it locks without an atomic operation from then on, and only
 * the next thread that locks pays for that.
 */
final class EventLock {
  private final OwnedLock lock = new OwnedLock();
  private final EventOrder order;

  /**
   * What the call of the JDK that is made within the present event is about; null if no code of the
   * program can run within that event. Guarded by the lock.
   */
  private Object called;

  private volatile long times;

  /** Guarded by the lock; read without it by the thread that it is biased towards. */
  private Bias bias;

  /** The thread that has locked last, and how often in a row. */
  private Thread last;

  private int row;

  /** How often in a row shows that a thread is alone. */
  private int enough = Bias.LEAST;

  /** Signalled by the thread towards which it is biased; that has to lock it for that. */
  private final ArrayList<Condition> signalled = new ArrayList<>();

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

  /** The calling thread has really locked it. */
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

  /** Locks if no thread has locked it. */
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
   * Locks if it is biased towards the calling thread, which has not locked it.
   *
   * @return null if it is not
   */
  Bias lockAlone() {
    Bias own = bias;
    return own != null && own.lock() ? own : null;
  }

  /** Whether it is biased towards the calling thread. */
  boolean isAlone() {
    Bias own = bias;
    return own != null && own.isOfCaller();
  }

  /** Whether the calling thread has locked it as the one towards which it is biased. */
  boolean isHeldAlone() {
    Bias own = bias;
    return own != null && own.isHeldByCaller();
  }

  /**
   * At the end of an event that does not repeat any: from now on it is biased towards the calling
   * thread, if that has made many in a row.
   */
  void mayBias(LogicalThread thread) {
    if (row >= enough && bias == null && !lock.hasQueuedThreads() && Bias.isFor(last)) {
      bias = new Bias(last, thread);
    }
  }

  /** The lock is biased towards no thread: the calling one runs another thread of the program. */
  void unbias() {
    if (isAlone()) {
      lock();
      revoke();
      unlock();
    }
  }

  /** Ends an event after {@link #lockAlone}, if the calling thread has; returns whether it has. */
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

  /** Wakes who waits for the condition. With the lock. */
  void signalAll(Condition condition) {
    if (isHeldAlone()) {
      signalled.add(condition);
    } else {
      condition.signalAll();
    }
  }

  /** Whether that thread waits for it. */
  boolean hasQueued(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  /** Whether the calling thread holds it. */
  boolean isHeld() {
    return isHeldAlone() || lock.isHeldByCurrentThread();
  }

  /** The thread that holds it; null if none does. Any thread. */
  Thread owner() {
    Bias present = bias;
    return present != null && present.isHeld() ? present.owner() : lock.getOwner();
  }

  /** How often it was locked. Any thread. */
  long times() {
    Bias present = bias;
    return times + (present == null ? 0 : present.events());
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
      unlock();
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
    if (holds > 0) {
      locked();
    }
  }

  /** Waits for the condition, whatever interrupts. To be called with the lock. */
  void await(Condition condition) {
    try {
      condition.awaitUninterruptibly();
    } finally {
      locked();
    }
  }

  /** Does so for a thread that is in that state meanwhile. */
  void await(LogicalThread thread, Condition condition, ThreadState meanwhile) {
    thread.become(meanwhile);
    try {
      await(condition);
    } finally {
      thread.become(ThreadState.RUNS);
    }
  }

  /** Waits for the condition, at most so long; an interrupt ends it. */
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

  /** Waits for the condition, at most so long, whatever interrupts. */
  void await(LogicalThread thread, Condition condition, long ns, ThreadState meanwhile) {
    // With that flag set a condition does not wait, and so never unlocks.
    boolean interrupted = Thread.interrupted();
    awaitInterruptibly(thread, condition, ns, meanwhile);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

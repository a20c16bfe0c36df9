package org.ftmpj.protocol.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * The waits of threads in operations of MPI: for messages and for the end of a replay. Under the
 * lock, which is released during a wait.
 */
public final class RankWaits {
  /** The longest time for which an unsignalled change may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventLock lock;
  private final EventOrder order;
  private final CurrentThread currentThread;
  private final Stillness stillness;
  private final Condition arrived;
  private final Condition live;
  private Thread atDoorbell;
  private Runnable ringForIt = () -> {};

  RankWaits(EventLock lock, EventOrder order, CurrentThread currentThread) {
    this.lock = lock;
    this.order = order;
    this.currentThread = currentThread;
    stillness = new Stillness(order.turns());
    arrived = lock.newCondition();
    live = lock.newCondition();
  }

  /**
   * Waits until something may have arrived. One thread waits at the doorbell, the others wait for
   * that thread.
   *
   * @param atTheDoorbell waits for a limited time
   * @param ring ends that wait from another thread
   */
  public void awaitArrivals(Runnable atTheDoorbell, Runnable ring) {
    if (!order.isActive()) {
      atTheDoorbell.run();
      return;
    }
    LogicalThread thread = currentThread.current();
    if (atDoorbell != null) {
      lock.await(thread, arrived, ThreadState.AWAITS_ARRIVALS);
      return;
    }
    atDoorbell = Thread.currentThread();
    ringForIt = ring;
    thread.become(ThreadState.AWAITS_ARRIVALS);
    int holds = lock.unlockFully();
    try {
      atTheDoorbell.run();
    } finally {
      lock.lockAgain(holds);
      thread.become(ThreadState.RUNS);
      atDoorbell = null;
      arrived.signal();
    }
  }

  /** Makes another thread wait at the doorbell if none does, when the calling one leaves. */
  void passDoorbellOn() {
    // A thread with the lock biased towards it has passed the doorbell on before.
    if (atDoorbell == null && !lock.isHeldAlone()) {
      arrived.signal();
    }
  }

  void wakeForArrivals() {
    arrived.signalAll();
    if (atDoorbell != null && atDoorbell != Thread.currentThread()) {
      ringForIt.run();
    }
  }

  void wakeAll() {
    live.signalAll();
    wakeForArrivals();
  }

  /** Waits until no other thread has recorded events to repeat. */
  public void awaitLive() {
    LogicalThread thread = currentThread.current();
    passDoorbellOn();
    while (order.isReplaying()) {
      thread.requireNotStopped();
      lock.await(thread, live, ThreadState.AWAITS_THE_END_OF_THE_REPLAY);
    }
  }

  /**
   * Waits, at the end of a verified record, until no other thread can end the program, as one may
   * have done in the recorded run.
   */
  public void awaitOthers() {
    while (order.isActive() && othersMayGoOn()) {
      lock.await(
          currentThread.current(), live, RECHECK_NS, ThreadState.AWAITS_THE_END_OF_THE_REPLAY);
    }
  }

  /**
   * Waits for a moment, in a verification where everything has arrived, for another thread, which
   * may take in what this one waits for or end the program.
   *
   * @return whether there is still a thread that can do so
   */
  public boolean awaitAnother() {
    lock.await(currentThread.current(), arrived, RECHECK_NS, ThreadState.AWAITS_ARRIVALS);
    return othersMayGoOn();
  }

  private boolean othersMayGoOn() {
    return stillness.othersMayGoOn(
        order.born().values(), currentThread.current(), System.nanoTime());
  }

  /** Runs a slow action without the lock. */
  public void unlocked(Runnable action) {
    int holds = order.isActive() ? lock.unlockFully() : 0;
    try {
      action.run();
    } finally {
      lock.lockAgain(holds);
    }
  }
}

package org.ftmpj.protocol.thread;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The waits of the program's threads for each other. Any known thread. */
public final class HandOvers {
  /** The longest time for which a change by unwoven code may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread;
  private final TurnWaits turns;
  private final Changes changes;
  private final Calls calls;
  private final Parking parking;

  HandOvers(
      EventOrder order,
      EventLock lock,
      CurrentThread currentThread,
      TurnWaits turns,
      Changes changes,
      Calls calls,
      Parking parking) {
    this.order = order;
    this.lock = lock;
    this.currentThread = currentThread;
    this.turns = turns;
    this.changes = changes;
    this.calls = calls;
    this.parking = parking;
  }

  /**
   * Waits until an attempt succeeds, which is the event. A failed attempt is no event, except the
   * last one of a wait that ends by a timeout or an interrupt.
   *
   * @param on the object whose changes can make an attempt succeed
   * @param attempt returns null if it fails; does not wait. If it runs code of the program, it has
   *     to succeed
   * @param timeoutNs negative: without limit
   * @param interruptible whether an interrupt ends the wait
   * @return null after a timeout
   */
  public <T> T await(Object on, Supplier<T> attempt, long timeoutNs, boolean interruptible)
      throws InterruptedException {
    calls.stepOut();
    LogicalThread thread = currentThread.current();
    long endNs = timeoutNs < 0 ? 0 : System.nanoTime() + timeoutNs;
    lock.lock();
    try {
      if (parking.putsUp()) {
        parking.tookUp();
      }
      turns.await(thread);
      boolean replays = order.isRepeated();
      while (true) {
        thread.requireNotStopped();
        if (interruptible && Thread.interrupted()) {
          order.count(thread);
          throw new InterruptedException();
        }
        T result = calls.keepOut(thread, on, on) ? null : attempt(thread, on, attempt);
        long restNs = timeoutNs < 0 ? RECHECK_NS : endNs - System.nanoTime();
        if (result != null) {
          return result;
        }
        if (timeoutNs >= 0 && (replays || restNs <= 0)) {
          order.count(thread);
          return null;
        }
        awaitChange(thread, on, Math.min(restNs, RECHECK_NS), interruptible, timeoutNs < 0);
      }
    } finally {
      if (parking.asks()) {
        parking.goesOn();
      }
      lock.end();
    }
  }

  /**
   * @param endless whether the wait has no limit, so that it can begin again at any time
   */
  private void awaitChange(
      LogicalThread thread, Object on, long ns, boolean interruptible, boolean endless) {
    if (endless && parking.asks()) {
      Error unwinding = parking.answer(true);
      if (unwinding != null) {
        throw unwinding;
      }
    }
    ThreadState meanwhile = endless ? ThreadState.AWAITS_A_HAND_OVER : ThreadState.AWAITS_A_THREAD;
    changes.await(thread, on, ns, interruptible, meanwhile);
  }

  /**
   * Does an action that the first thread does for all. The calling thread attempts it when it may
   * make its next event. A success is an event; otherwise another thread has done the action
   * before.
   *
   * @param attempt whether there was something to do; does not wait, and runs no code of the
   *     program
   */
  public void once(BooleanSupplier attempt) {
    calls.stepOut();
    LogicalThread thread = currentThread.current();
    lock.lock();
    try {
      turns.await(thread);
      if (attempt.getAsBoolean()) {
        order.count(thread);
      }
    } finally {
      lock.end();
    }
  }

  /**
   * Makes an attempt of a thread that may make its next event; a success is an event. With the
   * lock, except in code of the program.
   *
   * @return null if it fails
   */
  <T> T attempt(LogicalThread thread, Object on, Supplier<T> attempt) {
    T result = null;
    calls.begin(on, thread);
    try {
      result = attempt.get();
    } finally {
      if (!lock.isHeld()) {
        calls.end(thread, null);
        lock.lock();
      }
      if (calls.endAttempt() && result != null) {
        order.count(thread);
      }
    }
    if (result != null) {
      changes.changed(on);
    }
    return result;
  }

  /**
   * Waits, in replay, for the turn of the calling thread, without making its event.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn() {
    calls.stepOut();
    lock.lock();
    try {
      turns.await(currentThread.current());
      return order.isRepeated();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits likewise, and releases the monitor meanwhile.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn(Object monitor) {
    calls.stepOut();
    lock.lock();
    try {
      turns.await(currentThread.current(), monitor);
      return order.isRepeated();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all stacks are up, if they are being put up and that of the calling thread is up
   * again, in a wait at a monitor. Releases the monitor meanwhile.
   */
  public void tookUp(Object monitor) {
    lock.lock();
    try {
      if (parking.putsUp()) {
        parking.tookUp(monitor);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits at a monitor that the calling thread holds, for some time or until it is notified, which
   * is no event. Its stack may be taken down, since the wait can begin again at any time; then this
   * throws the error that does it.
   */
  public void awaitNotice(Object monitor, long ms) throws InterruptedException {
    calls.stepOut();
    LogicalThread thread = currentThread.current();
    boolean interrupted;
    lock.lock();
    try {
      Error unwinding = parking.asks() ? parking.answer(true) : null;
      if (unwinding != null) {
        throw unwinding;
      }
      thread.waitAt(monitor);
      thread.become(ThreadState.AWAITS_A_HAND_OVER);
      interrupted = lock.await(monitor, ms);
      thread.become(ThreadState.RUNS);
      thread.waitAt(null);
    } finally {
      lock.unlock();
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }

  /**
   * Makes the event of a calling thread that has entered a monitor. In replay, releases the monitor
   * until it is the thread's turn, since another thread may have to enter it first; during a
   * checkpoint, until the stack is up that may have held it.
   */
  public void entered(Object monitor) {
    calls.stepOut();
    LogicalThread thread = currentThread.current();
    lock.lock();
    try {
      parking.goesOn();
      turns.await(thread, monitor, () -> !parking.isUnderWay());
      turns.await(thread, monitor);
      turns.await(thread);
      thread.requireNotStopped();
      order.count(thread);
      if (order.isSettled() && !parking.isUnderWay()) {
        lock.mayBias(thread);
      }
    } finally {
      lock.end();
    }
  }
}

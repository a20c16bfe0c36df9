package org.ftmpj.protocol.thread;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** How threads of the program wait for each other. Any thread that is known. */
public final class HandOvers {
  /** So long a change by what is not woven may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventOrder order;
  private final EventLock lock;
  private final Identities identities;
  private final TurnWaits turns;
  private final Changes changes;

  HandOvers(
      EventOrder order, EventLock lock, Identities identities, TurnWaits turns, Changes changes) {
    this.order = order;
    this.lock = lock;
    this.identities = identities;
    this.turns = turns;
    this.changes = changes;
  }

  /**
   * Waits until an attempt succeeds; that is the event. An attempt in vain is none, but for the
   * last one of a wait that ends by time or by an interrupt.
   *
   * @param on the object whose changes can make an attempt succeed
   * @param attempt gives null in vain; does not wait
   * @param timeoutNs negative: without limit
   * @param interruptible whether an interrupt ends the wait
   * @return null if the time was over
   */
  public <T> T await(Object on, Supplier<T> attempt, long timeoutNs, boolean interruptible)
      throws InterruptedException {
    LogicalThread thread = identities.current();
    long endNs = timeoutNs < 0 ? 0 : System.nanoTime() + timeoutNs;
    lock.lock();
    try {
      turns.await(thread);
      boolean replays = order.isRepeated();
      while (true) {
        if (interruptible && Thread.interrupted()) {
          order.count(thread);
          throw new InterruptedException();
        }
        T result = attempt.get();
        long restNs = timeoutNs < 0 ? RECHECK_NS : endNs - System.nanoTime();
        if (result != null || timeoutNs >= 0 && (replays || restNs <= 0)) {
          order.count(thread);
          changes.changed(on);
          return result;
        }
        changes.await(thread, on, Math.min(restNs, RECHECK_NS));
      }
    } finally {
      lock.end();
    }
  }

  /**
   * In replay, waits for the turn of the calling thread, which stays its turn.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn() {
    lock.lock();
    try {
      turns.await(identities.current());
      return order.isRepeated();
    } finally {
      lock.unlock();
    }
  }

  /**
   * In replay, waits for the turn of the calling thread, and gives the monitor free meanwhile.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn(Object monitor) {
    lock.lock();
    try {
      turns.await(identities.current(), monitor);
      return order.isRepeated();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The calling thread has entered a monitor: an event. In replay the monitor is given free until
   * it is the thread's turn, for another one may have to enter it before.
   */
  public void entered(Object monitor) {
    LogicalThread thread = identities.current();
    requireNoEvent("enters a monitor");
    lock.lock();
    try {
      turns.await(thread, monitor);
      turns.await(thread);
      order.count(thread);
    } finally {
      lock.end();
    }
  }

  /**
   * To be called before the calling thread waits for something that another one may hold while it
   * waits for the lock.
   *
   * @throws FtmpjException {@code UNSUPPORTED_HAND_OVER} within an event
   */
  public void requireNoEvent(String does) {
    if (lock.isHeld()) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_HAND_OVER,
          identities.current()
              + " "
              + does
              + " in code that an atomic method of the JDK calls, such as compute or updateAndGet");
    }
  }
}

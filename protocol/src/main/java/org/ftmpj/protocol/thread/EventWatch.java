package org.ftmpj.protocol.thread;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.error.FtmpjException;

/**
 * Watches from outside, so that no thread waits without end: for a replay that can never go on, an
 * event that does not end, and a wait for an object that another thread uses.
 */
public final class EventWatch {
  /** The time for which other threads may fail to repeat an event: 30 s, in looks. */
  private static final int LOOKS = 30_000;

  private static final long LOOK_NS = 1_000_000;

  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread;
  private final Calls calls;
  private final LockWatch lockWatch;
  private final Standstill standstill;

  EventWatch(EventOrder order, EventLock lock, CurrentThread currentThread, Calls calls) {
    this.order = order;
    this.lock = lock;
    this.currentThread = currentThread;
    this.calls = calls;
    lockWatch = new LockWatch(lock);
    standstill = new Standstill(order.turns());
  }

  /**
   * Whether another thread, which has not ended, makes the next event to be repeated. Any thread.
   */
  public boolean isAnotherDue() {
    if (!order.isActive()) {
      return false;
    }
    lock.lock();
    try {
      return order.isAnotherDue(currentThread.current()) && standstill.mayCome(order.born());
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next event to be repeated, in words, if its thread has ended, was not started, or is the
   * calling one; empty if all was repeated. Waits as long as other threads repeat events. Not under
   * the lock. Any thread.
   */
  public Optional<String> awaitRepeated() {
    long passed = -1;
    int looks = 0;
    while (isAnotherDue() && looks < LOOKS) {
      long now = order.passed();
      looks = now == passed ? looks + 1 : 0;
      passed = now;
      LockSupport.parkNanos(LOOK_NS);
    }
    if (!order.isActive()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      return order.due();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Looks for an event that waits, for whatever reason, and so blocks all other threads. To be
   * called about once a second by one thread; costs the others nothing.
   *
   * @throws FtmpjException {@code EVENT_LOCK_STANDSTILL} after some looks that saw the same
   */
  public void requireNoStandstill() {
    lockWatch.look();
  }

  /**
   * Looks for a thread that has been waiting for long for an object that another thread's call of
   * the JDK uses exclusively. To be called about once a second by one thread.
   *
   * @return a report of the wait, once for each
   */
  public Optional<String> longWait() {
    BlockedWait wait = calls.blockedWait();
    return wait == null ? Optional.empty() : Optional.ofNullable(wait.look());
  }

  /**
   * Stops a replay that can never go on: the thread that is due has ended, or was not born, or
   * waits for the others, or all have been standing still for long. To be called once a second by
   * one thread.
   *
   * @throws FtmpjException {@code THREADS_STUCK}
   */
  public void requireProgress() {
    if (!order.isActive() || order.isReplayOver()) {
      return;
    }
    lock.lock();
    try {
      if (order.isRepeated()) {
        standstill.requireProgress(order.born());
      } else {
        order.requireNothingMissing();
      }
    } finally {
      lock.unlock();
    }
  }
}

package org.ftmpj.interceptors.bridge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;

/**
 * A condition whose waiters are served in the order of their coming, which is an order of events.
 * With one thread it is the one that the lock has made.
 */
final class OrderedCondition implements Condition {
  private final Lock lock;
  private final IntSupplier holds;
  private final Condition made;

  /** Guarded by the lock: every thread that changes it holds that. */
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  /** The waits whose threads have left them for a checkpoint. Guarded by itself. */
  private final ArrayList<Waiter> left = new ArrayList<>();

  private static final class Waiter {
    final Thread thread = Thread.currentThread();

    /** How often the thread had locked. */
    int times;

    boolean signalled;

    /** Whether the wait is over, but for locking again. */
    boolean isOver;

    boolean isTimedOut;
    boolean isInterrupted;
  }

  private OrderedCondition(Lock lock, IntSupplier holds) {
    this.lock = lock;
    this.holds = holds;
    this.made = lock.newCondition();
  }

  /** Locks of a kind that is not of the JDK are woven themselves. */
  static Condition of(Lock lock) {
    if (lock instanceof ReentrantLock reentrant) {
      return new OrderedCondition(lock, reentrant::getHoldCount);
    }
    if (lock instanceof ReentrantReadWriteLock.WriteLock write) {
      return new OrderedCondition(lock, write::getHoldCount);
    }
    return lock.newCondition();
  }

  @Override
  public void await() throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      made.await();
    } else {
      await(hooks, -1, true);
    }
  }

  @Override
  public void awaitUninterruptibly() {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      made.awaitUninterruptibly();
      return;
    }
    try {
      await(hooks, -1, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // cannot be
    }
  }

  @Override
  public long awaitNanos(long ns) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return made.awaitNanos(ns);
    }
    // The remaining amount is not recorded: all or nothing.
    return await(hooks, Math.max(0, ns), true) ? Math.max(1, ns / 2) : 0;
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null
        ? made.await(time, unit)
        : await(hooks, Math.max(0, unit.toNanos(time)), true);
  }

  @Override
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return made.awaitUntil(deadline);
    }
    long ms = Math.max(0, deadline.getTime() - System.currentTimeMillis());
    return await(hooks, TimeUnit.MILLISECONDS.toNanos(ms), true);
  }

  private boolean await(ThreadHooks hooks, long timeoutNs, boolean interruptible)
      throws InterruptedException {
    Waiter waiter = takeUp();
    if (waiter == null) {
      waiter = new Waiter();
      unlockFully(hooks, waiter);
    }
    try {
      if (!waiter.isOver) {
        awaitSignal(hooks, waiter, timeoutNs, interruptible);
      }
      takeBack(hooks, waiter);
    } catch (ThreadDeath e) {
      throw e;
    } catch (Error e) {
      leave(waiter);
      throw e;
    }
    if (waiter.isInterrupted) {
      throw new InterruptedException();
    }
    return !waiter.isTimedOut;
  }

  /** The wait that the calling thread has left for a checkpoint; null if there is none. */
  private Waiter takeUp() {
    synchronized (left) {
      Thread caller = Thread.currentThread();
      for (int i = 0; i < left.size(); i++) {
        if (left.get(i).thread == caller) {
          return left.remove(i);
        }
      }
      return null;
    }
  }

  private void leave(Waiter waiter) {
    synchronized (left) {
      left.add(waiter);
    }
  }

  private void awaitSignal(
      ThreadHooks hooks, Waiter waiter, long timeoutNs, boolean interruptible) {
    try {
      Boolean signalled;
      if (interruptible) {
        signalled = hooks.await(this, () -> BlockingQueues.success(waiter.signalled), timeoutNs);
      } else {
        signalled = hooks.await(this, () -> BlockingQueues.success(waiter.signalled));
      }
      waiter.isTimedOut = signalled == null;
    } catch (InterruptedException e) {
      waiter.isInterrupted = true;
    }
    waiter.isOver = true;
  }

  /** Unlocks the lock completely. */
  private void unlockFully(ThreadHooks hooks, Waiter waiter) {
    hooks.enter();
    try {
      waiter.times = holds.getAsInt();
      if (waiter.times == 0) {
        throw new IllegalMonitorStateException();
      }
      waiters.add(waiter);
      for (int i = 0; i < waiter.times; i++) {
        lock.unlock();
      }
    } finally {
      hooks.leave(Locks.of(lock));
    }
  }

  private void takeBack(ThreadHooks hooks, Waiter waiter) {
    hooks.await(
        Locks.of(lock),
        () -> {
          boolean locked = lock.tryLock();
          for (int i = 1; locked && i < waiter.times; i++) {
            lock.lock();
          }
          if (locked) {
            waiters.remove(waiter);
          }
          return BlockingQueues.success(locked);
        });
  }

  @Override
  public void signal() {
    signal(false);
  }

  @Override
  public void signalAll() {
    signal(true);
  }

  private void signal(boolean all) {
    if (holds.getAsInt() == 0) {
      throw new IllegalMonitorStateException();
    }
    Threading.enter();
    try {
      Waiter waiter = waiters.poll();
      if (waiter == null || all) {
        signalStrangers(all);
      }
      while (waiter != null) {
        waiter.signalled = true;
        waiter = all ? waiters.poll() : null;
      }
    } finally {
      Threading.leave(this);
    }
  }

  /** Or all, as long as there is one thread. */
  private void signalStrangers(boolean all) {
    if (all) {
      made.signalAll();
    } else {
      made.signal();
    }
  }
}

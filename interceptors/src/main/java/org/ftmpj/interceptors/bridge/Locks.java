package org.ftmpj.interceptors.bridge;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Calls of locks, semaphores and latches that may wait. Methods have the names and signatures of
 * those they stand for, with the receiver as first argument.
 */
public final class Locks {
  private Locks() {}

  public static void lock(Lock lock) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(lock, "tryLock")) {
      lock.lock();
    } else {
      hooks.await(of(lock), () -> BlockingQueues.success(lock.tryLock()));
    }
  }

  public static void lockInterruptibly(Lock lock) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(lock, "tryLock")) {
      lock.lockInterruptibly();
    } else {
      hooks.await(of(lock), () -> BlockingQueues.success(lock.tryLock()), -1);
    }
  }

  public static boolean tryLock(Lock lock, long time, TimeUnit unit) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(lock, "tryLock")) {
      return lock.tryLock(time, unit);
    }
    long ns = Math.max(0, unit.toNanos(time));
    return hooks.await(of(lock), () -> BlockingQueues.success(lock.tryLock()), ns) != null;
  }

  public static void unlock(Lock lock) {
    if (ProgramSubclasses.isOfProgram(lock, "unlock")) {
      lock.unlock();
      return;
    }
    Threading.enter();
    try {
      lock.unlock();
    } finally {
      Threading.leave(of(lock));
    }
  }

  /** Locks of the program's own are woven themselves. */
  public static Condition newCondition(Lock lock) {
    return OrderedCondition.of(lock);
  }

  /** The object at which threads wait: the two locks of a pair have one state. */
  static Object of(Lock lock) {
    return lock.getClass().getName().contains("ReadWrite") ? Lock.class : lock;
  }

  public static void acquire(Semaphore semaphore) throws InterruptedException {
    acquire(semaphore, 1);
  }

  public static void acquire(Semaphore semaphore, int permits) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      semaphore.acquire(permits);
    } else {
      hooks.await(semaphore, () -> BlockingQueues.success(semaphore.tryAcquire(permits)), -1);
    }
  }

  public static void acquireUninterruptibly(Semaphore semaphore) {
    acquireUninterruptibly(semaphore, 1);
  }

  public static void acquireUninterruptibly(Semaphore semaphore, int permits) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      semaphore.acquireUninterruptibly(permits);
    } else {
      hooks.await(semaphore, () -> BlockingQueues.success(semaphore.tryAcquire(permits)));
    }
  }

  public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit)
      throws InterruptedException {
    return tryAcquire(semaphore, 1, time, unit);
  }

  public static boolean tryAcquire(Semaphore semaphore, int permits, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return semaphore.tryAcquire(permits, time, unit);
    }
    long ns = Math.max(0, unit.toNanos(time));
    return hooks.await(semaphore, () -> BlockingQueues.success(semaphore.tryAcquire(permits)), ns)
        != null;
  }

  public static void await(CountDownLatch latch) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      latch.await();
    } else {
      hooks.await(latch, () -> BlockingQueues.success(latch.getCount() == 0), -1);
    }
  }

  public static boolean await(CountDownLatch latch, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return latch.await(time, unit);
    }
    long ns = Math.max(0, unit.toNanos(time));
    return hooks.await(latch, () -> BlockingQueues.success(latch.getCount() == 0), ns) != null;
  }
}

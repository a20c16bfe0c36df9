package org.ftmpj.interceptors.bridge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Waits and notifications at monitors. Waiters are served in the order of their coming, which is an
 * order of events; the wait itself is the virtual machine's, so that the monitor is given free.
 * Methods have the names and signatures of those they stand for, with the receiver as first
 * argument.
 */
public final class Monitors {
  /** A notification by what is not woven would go unseen. */
  private static final long RECHECK_MS = 100;

  /** Guarded by itself; changed within events, but by strangers. */
  private static final Map<Object, ArrayDeque<Waiter>> WAITERS = new IdentityHashMap<>();

  /** The waits whose threads have left them for a checkpoint. Guarded by the waiters. */
  private static final List<Waiter> LEFT = new ArrayList<>();

  private Monitors() {}

  /** The state of all waits, for a checkpoint. */
  static Object[] saved() {
    synchronized (WAITERS) {
      List<Object> all = new ArrayList<>();
      WAITERS.forEach(
          (monitor, waiters) -> {
            all.add(monitor);
            all.add(waiters.toArray());
          });
      return new Object[] {all.toArray(), LEFT.toArray()};
    }
  }

  static void restore(Object[] saved) {
    synchronized (WAITERS) {
      Object[] all = (Object[]) saved[0];
      for (int i = 0; i < all.length; i += 2) {
        ArrayDeque<Waiter> waiters = new ArrayDeque<>();
        for (Object waiter : (Object[]) all[i + 1]) {
          waiters.add((Waiter) waiter);
        }
        WAITERS.put(all[i], waiters);
      }
      for (Object waiter : (Object[]) saved[1]) {
        LEFT.add((Waiter) waiter);
      }
    }
  }

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    final boolean endless;
    volatile boolean notified;

    Waiter(boolean endless) {
      this.endless = endless;
    }
  }

  /** Whether a thread waits at a monitor, without a limit of time. */
  static boolean isWaitedAtBy(Thread thread) {
    synchronized (WAITERS) {
      return WAITERS.values().stream()
          .flatMap(Collection::stream)
          .anyMatch(waiter -> waiter.thread == thread && waiter.endless && !waiter.notified);
    }
  }

  public static void wait(Object monitor) throws InterruptedException {
    wait(monitor, 0);
  }

  public static void wait(Object monitor, long ms, int ns) throws InterruptedException {
    wait(monitor, ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms);
  }

  public static void wait(Object monitor, long ms) throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ms < 0 || !Thread.holdsLock(monitor)) {
      monitor.wait(ms);
      return;
    }
    Waiter left = ms == 0 ? takeUp() : null;
    Waiter waiter = left == null ? begin(hooks, monitor, ms) : left;
    try {
      await(hooks, monitor, waiter, ms, left != null);
    } catch (ThreadDeath e) {
      throw e;
    } catch (Error e) {
      synchronized (WAITERS) {
        LEFT.add(waiter);
      }
      throw e;
    }
    boolean entered = false;
    try {
      // The monitor is entered again, in order with others that enter it.
      hooks.entered(monitor);
      entered = true;
    } finally {
      if (!entered) {
        remove(monitor, waiter); // the thread was stopped
      }
    }
    leave(hooks, monitor, waiter);
  }

  /** The wait that the calling thread has left for a checkpoint; null if there is none. */
  private static Waiter takeUp() {
    synchronized (WAITERS) {
      Thread caller = Thread.currentThread();
      for (int i = 0; i < LEFT.size(); i++) {
        if (LEFT.get(i).thread == caller) {
          return LEFT.remove(i);
        }
      }
      return null;
    }
  }

  private static Waiter begin(ThreadHooks hooks, Object monitor, long ms) {
    Waiter waiter = new Waiter(ms == 0);
    hooks.enter();
    try {
      HashedKeys.ofCaller(monitor);
      synchronized (WAITERS) {
        WAITERS.computeIfAbsent(monitor, m -> new ArrayDeque<>()).add(waiter);
      }
    } finally {
      hooks.leave(null);
    }
    return waiter;
  }

  /**
   * Returns when the wait has ended, or, in replay, when it had.
   *
   * @param resumes whether the thread has left it for a checkpoint
   */
  private static void await(
      ThreadHooks hooks, Object monitor, Waiter waiter, long ms, boolean resumes) {
    if (resumes) {
      hooks.tookUp(monitor);
    }
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      long restMs = ms == 0 ? RECHECK_MS : restMs(endNs);
      if (hooks.isToStop()) {
        ended = true;
        remove(monitor, waiter);
      } else if (hooks.isReplaying()) {
        ended = hooks.awaitTurn(monitor);
      } else if (waiter.notified || interrupted || restMs <= 0) {
        ended = true;
      } else {
        try {
          if (waiter.endless) {
            hooks.awaitNotice(monitor, RECHECK_MS);
          } else {
            monitor.wait(Math.min(restMs, RECHECK_MS));
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static long restMs(long endNs) {
    long restNs = endNs - System.nanoTime();
    return restNs <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(restNs) + 1;
  }

  /** The wait has ended by a notification, by an interrupt or by time: whatever holds now. */
  private static void leave(ThreadHooks hooks, Object monitor, Waiter waiter)
      throws InterruptedException {
    hooks.enter();
    try {
      remove(monitor, waiter);
      if (!waiter.notified && Thread.interrupted()) {
        throw new InterruptedException();
      }
    } finally {
      hooks.leave(null);
    }
  }

  private static void remove(Object monitor, Waiter waiter) {
    synchronized (WAITERS) {
      ArrayDeque<Waiter> waiters = WAITERS.get(monitor);
      if (waiters != null) {
        waiters.remove(waiter);
        if (waiters.isEmpty()) {
          WAITERS.remove(monitor);
        }
      }
    }
  }

  public static void notify(Object monitor) {
    notify(monitor, false);
  }

  public static void notifyAll(Object monitor) {
    notify(monitor, true);
  }

  private static void notify(Object monitor, boolean all) {
    if (!Threading.several || !Thread.holdsLock(monitor)) {
      if (all) {
        monitor.notifyAll();
      } else {
        monitor.notify();
      }
      return;
    }
    Threading.enter();
    try {
      synchronized (WAITERS) {
        ArrayDeque<Waiter> waiters = WAITERS.get(monitor);
        while (waiters != null && !waiters.isEmpty()) {
          waiters.remove().notified = true;
          if (!all) {
            break;
          }
        }
      }
    } finally {
      Threading.leave(null);
    }
    monitor.notifyAll(); // Who was not meant goes on waiting.
  }
}

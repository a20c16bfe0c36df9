package org.ftmpj.protocol.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * That a lock is biased towards one thread, which then locks it without an atomic operation or a
 * fence, until another thread, which has really locked it, revokes that for good.
 *
 * <p>The owner notes that it holds the lock, then looks whether the bias is revoked. Who revokes
 * says so, then has the virtual machine stop the owner for a moment, which makes both see what the
 * other one has written, then looks whether the owner holds the lock. A virtual machine stops a
 * thread between two steps that it takes as it is written, or where all that comes before is
 * written. So either the owner sees that it has no lock any more, or the other one sees that it has
 * to wait.
 */
final class Bias {
  /** How many events in a row cost about as much as a revocation, some 100 us. */
  static final int LEAST = 1 << 12;

  /** More show nothing new. */
  private static final int MOST = 1 << 15;

  private static final long PAUSE_NS = 20_000;
  private static final int SPINS = 1_000;
  private static final VarHandle HOLDS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HOLDS = lookup.findVarHandle(Bias.class, "holds", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Thread owner;
  private final LogicalThread thread;

  /** How often the owner has locked it and not unlocked. Written by the owner. */
  private int holds;

  /** Events that the owner has made. Written by the owner, when it holds the lock. */
  private long events;

  /** The recorded part of these. Guarded by the lock. */
  private long recorded;

  private volatile boolean revoked;

  /**
   * @param owner the calling thread
   * @param thread of the program, which it runs
   */
  Bias(Thread owner, LogicalThread thread) {
    this.owner = owner;
    this.thread = thread;
  }

  /** Whether a lock may be biased towards that thread: a virtual one is not stopped like others. */
  static boolean isFor(Thread thread) {
    return thread.getClass() != VirtualThreads.TYPE;
  }

  /** Loaded when it is needed. */
  private static final class VirtualThreads {
    static final Class<?> TYPE = type();

    private static Class<?> type() {
      try {
        return Class.forName("java.lang.VirtualThread", false, null);
      } catch (ClassNotFoundException olderJava) {
        return null;
      }
    }
  }

  Thread owner() {
    return owner;
  }

  LogicalThread thread() {
    return thread;
  }

  boolean isOfCaller() {
    return owner == Thread.currentThread() && !revoked;
  }

  /** Whether the owner holds the lock. Any thread. */
  boolean isHeld() {
    return (int) HOLDS.getAcquire(this) > 0;
  }

  boolean isHeldByCaller() {
    return owner == Thread.currentThread() && holds > 0;
  }

  /** How often the owner has locked it and not unlocked. The owner. */
  int holds() {
    return holds;
  }

  /** How many events the owner has made. Any thread; may be late. */
  long events() {
    return events;
  }

  /** The owner, which holds the lock, makes an event. */
  void addEvent() {
    events++;
    thread.countEvent();
  }

  /** How many events are to be recorded now. With the lock. */
  int takeUnrecorded() {
    long unrecorded = events - recorded;
    recorded = events;
    return (int) unrecorded;
  }

  /** If the calling thread is the owner, and does not hold the lock, it does from now on. */
  boolean lock() {
    return owner == Thread.currentThread() && holds == 0 && lockUnlessRevoked();
  }

  // Small, as all that each event does, so that compilers always inline it.
  private boolean lockUnlessRevoked() {
    HOLDS.setOpaque(this, 1);
    return !revoked || giveUp();
  }

  private boolean giveUp() {
    HOLDS.setRelease(this, 0);
    return false;
  }

  /** The owner, which holds the lock, locks it once more. */
  void lockAgain() {
    HOLDS.setOpaque(this, holds + 1);
  }

  /** The owner unlocks it. */
  void unlock() {
    HOLDS.setRelease(this, holds - 1);
  }

  /** Returns when the owner does not hold the lock, and never will. By who has really locked it. */
  void revoke() {
    revoked = true;
    if (owner == Thread.currentThread()) {
      return;
    }
    owner.getStackTrace(); // stops it
    VarHandle.fullFence();
    for (int i = 0; isHeld(); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }

  /**
   * How many events in a row have to show, from now on, that a thread is alone.
   *
   * @param enough how many have shown it until now
   */
  int enoughAfter(int enough) {
    return events < LEAST ? Math.min(2 * enough, MOST) : Math.max(enough / 2, LEAST);
  }
}

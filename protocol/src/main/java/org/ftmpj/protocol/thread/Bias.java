package org.ftmpj.protocol.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The bias of a lock towards one thread, its owner, which then locks it without an atomic operation
 * or a fence. Another thread, which has really locked the lock, can revoke the bias for good.
 *
 * <p>The owner writes that it holds the lock, then reads whether the bias is revoked. A revoking
 * thread writes that it revokes; then it has the virtual machine stop the owner for a moment, which
 * makes the writes of both visible to each other; then it reads whether the owner holds the lock. A
 * virtual machine stops a thread only where it runs its instructions in order, or where all its
 * earlier writes are done. So either the owner sees that it has lost the bias, or the other thread
 * sees that it has to wait.
 */
final class Bias {
  /** The number of consecutive events that cost about as much as a revocation, some 100 us. */
  static final int LEAST = 1 << 12;

  /** The largest number of events to wait for before a lock is biased. */
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

  /** The number of times that the owner has locked and not unlocked. Written by the owner. */
  private int holds;

  /** Events that the owner has made. Written by the owner, when it holds the lock. */
  private long events;

  /** The number of these that are recorded. Guarded by the lock. */
  private long recorded;

  private volatile boolean revoked;

  /**
   * @param owner the calling thread
   * @param thread the thread of the program that the owner runs
   */
  Bias(Thread owner, LogicalThread thread) {
    this.owner = owner;
    this.thread = thread;
  }

  /** Whether a lock may be biased towards a thread; a virtual thread is not stopped like others. */
  static boolean isFor(Thread thread) {
    return thread.getClass() != VirtualThreads.TYPE;
  }

  /** Loaded only when used. */
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

  /** The number of times that the owner has locked and not unlocked. To be called by the owner. */
  int holds() {
    return holds;
  }

  /** The number of events that the owner has made. Any thread; may be outdated. */
  long events() {
    return events;
  }

  /** Counts an event of the owner, which holds the lock. */
  void addEvent() {
    events++;
    thread.countEvent();
  }

  /** Returns the number of events to be recorded now. With the lock. */
  int takeUnrecorded() {
    long unrecorded = events - recorded;
    recorded = events;
    return (int) unrecorded;
  }

  /**
   * Locks if the calling thread is the owner and does not hold the lock; returns whether it did.
   */
  boolean lock() {
    return owner == Thread.currentThread() && holds == 0 && lockUnlessRevoked();
  }

  // Small, like everything that each event does, so that compilers always inline it.
  private boolean lockUnlessRevoked() {
    HOLDS.setOpaque(this, 1);
    return !revoked || giveUp();
  }

  private boolean giveUp() {
    HOLDS.setRelease(this, 0);
    return false;
  }

  /** Locks once more, for the owner, which holds the lock. */
  void lockAgain() {
    HOLDS.setOpaque(this, holds + 1);
  }

  /** Unlocks, for the owner. */
  void unlock() {
    HOLDS.setRelease(this, holds - 1);
  }

  /**
   * Revokes the bias and waits until the owner does not hold the lock. To be called by a thread
   * that has really locked it.
   */
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
   * The number of consecutive events that show, from now on, that a thread is alone.
   *
   * @param enough the number until now
   */
  int enoughAfter(int enough) {
    return events < LEAST ? Math.min(2 * enough, MOST) : Math.max(enough / 2, LEAST);
  }
}

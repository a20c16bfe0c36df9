package org.ftmpj.protocol.thread;

import java.util.concurrent.TimeUnit;

/**
 * Calls of the JDK within events. Such a call leaves its event when it runs code of the program,
 * since that may wait for other threads, which need the lock. From then on the call uses its object
 * exclusively: events of other threads on that object wait until the call returns. Any known
 * thread.
 */
final class Calls {
  /** The longest time for which a change by unwoven code may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The object of a call for which no other thread has to wait. */
  private static final Object NOTHING = new Object();

  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread;
  private final Changes changes;
  private final RankWaits rankWaits;
  private final Uses uses = new Uses();

  /** The thread that steps out of an attempt, which is an event only if it succeeds. */
  private LogicalThread attempting;

  /** The present wait in {@link #await}; null if there is none. Changed under the lock. */
  private volatile BlockedWait blockedWait;

  Calls(
      EventOrder order,
      EventLock lock,
      CurrentThread currentThread,
      Changes changes,
      RankWaits rankWaits) {
    this.order = order;
    this.lock = lock;
    this.currentThread = currentThread;
    this.changes = changes;
    this.rankWaits = rankWaits;
  }

  /** Whether another thread's use keeps a thread from making an event; see {@link Uses}. */
  boolean keepOut(LogicalThread thread, Object on, Object key) {
    return uses.keepsOut(thread, on, key) != null;
  }

  /**
   * Whether an event has to take other calls into account: one goes on, or its object is in use.
   */
  boolean matter() {
    return lock.called() != null || !uses.isEmpty();
  }

  /** Waits, with the lock, until no other thread's use keeps a thread from making an event. */
  void await(LogicalThread thread, Object on, Object key) {
    LogicalThread user = uses.keepsOut(thread, on, key);
    if (user == null) {
      return;
    }
    BlockedWait wait = new BlockedWait(thread, user, on.getClass());
    while (uses.keepsOut(thread, on, key) == user) {
      blockedWait = blockedWait == null ? wait : blockedWait;
      changes.await(thread, on, RECHECK_NS, false, ThreadState.AWAITS_A_THREAD);
    }
    blockedWait = blockedWait == wait ? null : blockedWait;
    await(thread, on, key);
  }

  /** A present wait in {@link #await}; null if there is none. Any thread. */
  BlockedWait blockedWait() {
    return blockedWait;
  }

  /** Begins a call within an event of the calling thread. */
  void begin(Object on) {
    lock.call(on == null ? NOTHING : on);
  }

  /** Begins a call whose event is not counted yet. */
  void begin(Object on, LogicalThread thread) {
    attempting = thread;
    begin(on);
  }

  /** Ends an attempt; returns whether it was not counted. To be called with the lock. */
  boolean endAttempt() {
    lock.call(null);
    boolean counted = attempting == null;
    attempting = null;
    return !counted;
  }

  /**
   * Ends the event of a calling thread that is within a call; the call goes on without the lock.
   */
  void stepOut() {
    if (!lock.isHeld() || lock.called() == null) {
      return;
    }
    LogicalThread thread = currentThread.current();
    Object on = lock.called();
    if (attempting != null) {
      order.count(thread);
      attempting = null;
    }
    thread.calls.push(on);
    if (on != NOTHING) {
      uses.begin(thread, on, on);
    }
    lock.call(null);
    rankWaits.passDoorbellOn();
    lock.end();
  }

  /**
   * Ends the call that the calling thread stepped out of last, if there is one.
   *
   * @param changed another object that other threads may wait for; null if there is none
   */
  void end(LogicalThread thread, Object changed) {
    Object on = thread.calls.poll();
    if (on == null || on == NOTHING && changed == null) {
      return;
    }
    lock.lock();
    try {
      if (on != NOTHING) {
        endUse(thread, on, on);
      }
      if (changed != null) {
        changes.changed(changed);
      }
    } finally {
      lock.end();
    }
  }

  /**
   * Ends the exclusive use of the object of the call that the thread stepped out of last; the call
   * goes on.
   */
  void giveBack(LogicalThread thread) {
    if (!thread.calls.isEmpty()) {
      end(thread, null);
      thread.calls.push(NOTHING);
    }
  }

  /** Gives the thread exclusive use of the key. To be called with the lock. */
  void use(LogicalThread thread, Object on, Object key) {
    uses.begin(thread, on, key);
  }

  /** Ends a {@link #use}, or a use that began when a thread stepped out. */
  void endUse(LogicalThread thread, Object on, Object key) {
    uses.end(thread, on, key);
    changes.changed(on);
  }
}

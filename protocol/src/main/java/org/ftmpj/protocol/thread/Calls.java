package org.ftmpj.protocol.thread;

import java.util.concurrent.TimeUnit;

/**
 * Calls of the JDK that are made within events, and leave them when they run code of the program:
 * that may wait for other threads, which need the lock. From then on the call has its object for
 * itself; events of other threads on that object wait until the call returns. Any thread that is
 * known.
 */
final class Calls {
  /** How long a change by what is not woven may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** What a call is about that is about nothing which other threads would have to wait for. */
  private static final Object NOTHING = new Object();

  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread;
  private final Changes changes;
  private final RankWaits rankWaits;
  private final Uses uses = new Uses();

  /** Makes an attempt, which is an event if it succeeds, and steps out of it. */
  private LogicalThread attempting;

  /** Changed under the lock. */
  private volatile BlockedWait keptOut;

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

  /** Whether another thread's use keeps that one from making an event; see {@link Uses}. */
  boolean keepOut(LogicalThread thread, Object on, Object key) {
    return uses.keepsOut(thread, on, key) != null;
  }

  /** Whether an event needs a look at others: a call goes on, or its object is used. */
  boolean matter() {
    return lock.called() != null || !uses.isEmpty();
  }

  /** Waits, with the lock, until no other thread's use keeps that one from making an event. */
  void await(LogicalThread thread, Object on, Object key) {
    LogicalThread user = uses.keepsOut(thread, on, key);
    if (user == null) {
      return;
    }
    BlockedWait wait = new BlockedWait(thread, user, on.getClass());
    while (uses.keepsOut(thread, on, key) == user) {
      keptOut = keptOut == null ? wait : keptOut;
      changes.await(thread, on, RECHECK_NS, false, ThreadState.AWAITS_A_THREAD);
    }
    keptOut = keptOut == wait ? null : keptOut;
    await(thread, on, key);
  }

  /** A present wait in {@link #await}; null if there is none. Any thread. */
  BlockedWait keptOut() {
    return keptOut;
  }

  /** A call begins within the event that the calling thread makes. */
  void begin(Object on) {
    lock.call(on == null ? NOTHING : on);
  }

  /** Begins a call whose event is not counted yet. */
  void begin(Object on, LogicalThread thread) {
    attempting = thread;
    begin(on);
  }

  /** Whether the thread whose attempt has ended has not counted it. To be called with the lock. */
  boolean endAttempt() {
    lock.call(null);
    boolean counted = attempting == null;
    attempting = null;
    return !counted;
  }

  /**
   * If the calling thread is within a call, its event ends here, and the call goes on without the
   * lock.
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
   * The calling thread returns from the call that it stepped out of last, if there is one.
   *
   * @param changed what others may wait for besides; null if there is nothing
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

  /** The call that the thread stepped out of last goes on, but not with its object for itself. */
  void giveBack(LogicalThread thread) {
    if (!thread.calls.isEmpty()) {
      end(thread, null);
      thread.calls.push(NOTHING);
    }
  }

  /** Gives the key to the thread for itself. To be called with the lock. */
  void use(LogicalThread thread, Object on, Object key) {
    uses.begin(thread, on, key);
  }

  /** The end of {@link #use}, or of a use that began when a thread stepped out. */
  void endUse(LogicalThread thread, Object on, Object key) {
    uses.end(thread, on, key);
    changes.changed(on);
  }
}

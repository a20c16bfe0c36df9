package org.ftmpj.protocol.thread;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;

/** Where threads wait until another one does something to an object. Guarded by the lock. */
final class Changes {
  private static final LogicalThread.Waiting WAITING = LogicalThread.Waiting.FOR_ANOTHER_THREAD;

  private final EventLock lock;
  private final Map<Object, Waiters> waiters = new IdentityHashMap<>();

  private static final class Waiters {
    final Condition changed;
    int number;

    Waiters(Condition changed) {
      this.changed = changed;
    }
  }

  Changes(EventLock lock) {
    this.lock = lock;
  }

  /**
   * Waits, at most so long.
   *
   * @param interruptible whether an interrupt ends the wait
   */
  void await(LogicalThread thread, Object on, long ns, boolean interruptible) {
    Waiters own = waiters.computeIfAbsent(on, o -> new Waiters(lock.newCondition()));
    own.number++;
    try {
      if (interruptible) {
        lock.awaitInterruptibly(thread, own.changed, ns, WAITING);
      } else {
        lock.await(thread, own.changed, ns, WAITING);
      }
    } finally {
      own.number--;
      if (own.number == 0) {
        waiters.remove(on);
      }
    }
  }

  /** Whether a thread waits for any object. */
  boolean areAwaited() {
    return !waiters.isEmpty();
  }

  /** All that wait look again. */
  void wakeAll() {
    waiters.values().forEach(there -> lock.signalAll(there.changed));
  }

  /** Those that wait for that object look again. */
  void changed(Object object) {
    if (!waiters.isEmpty()) {
      Waiters there = waiters.get(object);
      if (there != null) {
        lock.signalAll(there.changed);
      }
    }
  }
}

package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.concurrent.locks.Condition;

/**
 * The waits of threads until another one changes an object. Guarded by the lock.
 *
 * <p>Takes no hash codes: see {@link Uses}.
 */
final class Changes {
  private final EventLock lock;
  private final ArrayList<Waiters> waiters = new ArrayList<>();

  private static final class Waiters {
    final Object on;
    final Condition changed;
    int number;

    Waiters(Object on, Condition changed) {
      this.on = on;
      this.changed = changed;
    }
  }

  Changes(EventLock lock) {
    this.lock = lock;
  }

  /**
   * Waits for at most the given time.
   *
   * @param interruptible whether an interrupt ends the wait
   * @param meanwhile the state of the thread during the wait
   */
  void await(
      LogicalThread thread, Object on, long ns, boolean interruptible, ThreadState meanwhile) {
    Waiters own = find(on);
    if (own == null) {
      own = new Waiters(on, lock.newCondition());
      waiters.add(own);
    }
    own.number++;
    try {
      if (interruptible) {
        lock.awaitInterruptibly(thread, own.changed, ns, meanwhile);
      } else {
        lock.await(thread, own.changed, ns, meanwhile);
      }
    } finally {
      own.number--;
      if (own.number == 0) {
        waiters.remove(own);
      }
    }
  }

  /** The threads that wait for an object; null if there are none. */
  private Waiters find(Object on) {
    for (int i = 0; i < waiters.size(); i++) {
      if (waiters.get(i).on == on) {
        return waiters.get(i);
      }
    }
    return null;
  }

  /** Whether a thread waits for any object. */
  boolean areAwaited() {
    return !waiters.isEmpty();
  }

  /** Makes all waiting threads check again. */
  void wakeAll() {
    waiters.forEach(there -> lock.signalAll(there.changed));
  }

  /** Makes the threads that wait for the object check again. */
  void changed(Object object) {
    Waiters there = find(object);
    if (there != null) {
      lock.signalAll(there.changed);
    }
  }
}

package org.ftmpj.interceptors.bridge;

import java.lang.ref.WeakReference;

/**
 * A worker of an executor for the program: the owner of the {@link WorkerLocal} variables. The
 * worker of a task is recorded, whatever thread of the virtual machine runs it in a replay.
 */
final class Worker {
  private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

  final int number;

  /** Runs a task on it; null if none does. Guarded by the pool. */
  Thread user;

  /** The number of tasks that have begun on it and not ended: at most one, except in a replay. */
  int tasks;

  /** The thread whose worker it is from now on; null if it is only known from a repetition. */
  WeakReference<Thread> owner;

  Worker(int number) {
    this.number = number;
  }

  /** The one that the calling thread is; null if it runs no task of an executor. */
  static Worker current() {
    return CURRENT.get();
  }

  /** The calling thread is that one from now on. Returns which it was before. */
  static Worker become(Worker worker) {
    Worker before = CURRENT.get();
    if (worker == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(worker);
    }
    return before;
  }

  boolean isOwned() {
    return owner != null;
  }

  /** Whether its thread has ended, so that no task runs on it any more. */
  boolean isOver() {
    Thread thread = owner == null ? null : owner.get();
    return owner != null && tasks == 0 && (thread == null || !thread.isAlive());
  }
}

package org.ftmpj.interceptors.bridge;

import java.lang.ref.WeakReference;

/**
 * What a worker of an executor is for the program: the owner of the {@link WorkerLocal} variables.
 * Which one a task runs on is recorded, whatever thread of the virtual machine is there in a
 * repetition.
 */
final class Worker {
  private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

  final int number;

  /** Runs a task on it; null if none does. Guarded by the pool. */
  Thread user;

  /** How many tasks have begun on it and not ended, at most one but in a repetition. */
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

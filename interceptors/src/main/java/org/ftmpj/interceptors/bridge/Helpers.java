package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Threads of ours that stand in for the workers of an executor in a replay: those may have taken
 * other tasks than the one whose turn it is, and wait with them. Guarded by the pool.
 */
final class Helpers {
  private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Pool pool;

  /** Threads of ours that have taken a task, which is not over. */
  private final Set<Thread> threads = new HashSet<>();

  /** Threads that have taken a task which has not begun, in the order in which they took it. */
  private final List<Thread> taken = new ArrayList<>();

  /** The number of helpers that wait for their turn in a replay. */
  private int blocked;

  /** Whether a thread of ours is about to take a task. */
  private boolean oneComes;

  private int helped;

  Helpers(Pool pool) {
    this.pool = pool;
  }

  /** The number of ended tasks that helpers have run. */
  int helped() {
    synchronized (pool) {
      return helped;
    }
  }

  /** The calling thread has taken a task that has not begun. To be called with the pool's lock. */
  private void callerTakes() {
    if (taken.stream().noneMatch(thread -> thread == Thread.currentThread())) {
      taken.add(Thread.currentThread());
    }
  }

  private void callerTakesNone() {
    taken.removeIf(thread -> thread == Thread.currentThread());
  }

  /** Whether that thread is one of them. To be called with the pool's lock. */
  boolean contains(Thread thread) {
    return threads.contains(thread);
  }

  /** The calling thread has taken a task: waits until that may begin. */
  void awaitTurn(ThreadHooks hooks) {
    synchronized (pool) {
      callerTakes();
      blocked++;
      pool.notifyAll(); // there may be one more worker
    }
    try {
      if (pool.isForkJoin()) {
        ForkJoinPool.managedBlock(new Turn(hooks));
      } else {
        while (hooks.isReplaying() && !hooks.awaitBegin(LATE_NS)) {
          help(hooks);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // a turn throws none
    } finally {
      synchronized (pool) {
        blocked--;
      }
    }
    awaitWorker(hooks);
  }

  /** A wait that another worker stands in for. */
  private record Turn(ThreadHooks hooks) implements ForkJoinPool.ManagedBlocker {
    @Override
    public boolean block() {
      return hooks.awaitBegin(Long.MAX_VALUE / 2);
    }

    @Override
    public boolean isReleasable() {
      return !hooks.isReplaying() || hooks.awaitBegin(0);
    }
  }

  /**
   * Waits while helpers still have tasks after a replay: tasks begin in the order in which they
   * were taken, and never more at once than there are workers, as if there were no helpers.
   */
  private void awaitWorker(ThreadHooks hooks) {
    await(() -> !threads.isEmpty() && !hooks.isReplaying() && !mayBegin());
  }

  private boolean mayBegin() {
    ThreadPoolExecutor executor = pool.threads();
    return executor == null
        || taken.get(0) == Thread.currentThread()
            && pool.running() < Math.max(1, executor.getPoolSize());
  }

  /** The task that the calling thread has taken begins, or never will. */
  void begins() {
    synchronized (pool) {
      callerTakesNone();
      pool.notifyAll();
    }
  }

  /**
   * Makes a helper take the next task, unless one is about to. A bounded queue is left alone: its
   * length decides what the executor does with the next task, and as it gives tasks in their order,
   * a worker has the one that is due.
   */
  private void help(ThreadHooks hooks) {
    ThreadPoolExecutor executor = pool.threads();
    if (executor == null || isBounded(executor.getQueue())) {
      return;
    }
    synchronized (pool) {
      if (oneComes) {
        return;
      }
      oneComes = true;
    }
    Continuations.OURS.execute(() -> takeOne(hooks, executor.getQueue()));
  }

  /** Whether it is full after fewer tasks than anyone has. */
  private static boolean isBounded(BlockingQueue<?> queue) {
    return queue.remainingCapacity() < Integer.MAX_VALUE / 2;
  }

  private void takeOne(ThreadHooks hooks, BlockingQueue<Runnable> queue) {
    Runnable task = null;
    try {
      while (task == null && isNeeded() && hooks.isReplaying()) {
        task = queue.poll();
        if (task == null) {
          TimeUnit.NANOSECONDS.sleep(LATE_NS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (pool) {
        oneComes = false;
        if (task != null) {
          threads.add(Thread.currentThread());
          callerTakes();
        }
      }
    }
    if (task != null) {
      try {
        task.run();
      } finally {
        end();
      }
    }
  }

  private boolean isNeeded() {
    synchronized (pool) {
      return blocked > 0;
    }
  }

  private void end() {
    synchronized (pool) {
      helped++;
      threads.remove(Thread.currentThread());
      callerTakesNone(); // its task may have been withdrawn
      pool.notifyAll();
    }
  }

  /** The workers have ended; waits for the tasks that they would have run. */
  void awaitEnd() {
    await(() -> !threads.isEmpty());
  }

  /** Waits as long as that is so, whatever interrupts. */
  private void await(BooleanSupplier reason) {
    boolean interrupted = false;
    synchronized (pool) {
      while (reason.getAsBoolean()) {
        try {
          pool.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

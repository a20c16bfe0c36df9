package org.ftmpj.interceptors.bridge;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The progress of executors, which no event decides: numbers that are recorded. Methods have the
 * names and signatures of those that they replace, with the receiver as first argument.
 */
public final class Counts {
  private Counts() {}

  private static long recorded(Object executor, LongSupplier now) {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null ? now.getAsLong() : hooks.number(now);
  }

  private static boolean is(Object executor, LongSupplier now) {
    return recorded(executor, now) != 0;
  }

  /** The number of tasks that helpers have run; those that ended before the failure are missing. */
  private static long helped(ThreadPoolExecutor executor) {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null ? 0 : Pool.of(executor).helpers().helped();
  }

  public static int getActiveCount(ThreadPoolExecutor executor) {
    return (int) recorded(executor, executor::getActiveCount);
  }

  public static long getCompletedTaskCount(ThreadPoolExecutor executor) {
    return recorded(executor, () -> executor.getCompletedTaskCount() + helped(executor));
  }

  public static long getTaskCount(ThreadPoolExecutor executor) {
    return recorded(executor, () -> executor.getTaskCount() + helped(executor));
  }

  public static int getPoolSize(ThreadPoolExecutor executor) {
    return (int) recorded(executor, executor::getPoolSize);
  }

  public static int getLargestPoolSize(ThreadPoolExecutor executor) {
    return (int) recorded(executor, executor::getLargestPoolSize);
  }

  public static boolean isTerminating(ThreadPoolExecutor executor) {
    return is(executor, () -> executor.isTerminating() ? 1 : 0);
  }

  public static BlockingQueue<Runnable> getQueue(ThreadPoolExecutor executor) {
    BlockingQueue<Runnable> queue = executor.getQueue();
    return Threading.ofParent() == null || ProgramSubclasses.isOfProgram(executor, "getQueue")
        ? queue
        : new PoolQueue(Pool.of(executor), queue);
  }

  public static boolean remove(ThreadPoolExecutor executor, Runnable task) {
    ThreadHooks hooks = Threading.hooks();
    LogicalTask spawned = hooks == null ? null : Pool.of(executor).idle(hooks, task);
    return spawned == null
        ? executor.remove(task)
        : Pool.of(executor).unqueue(hooks, spawned, executor.getQueue());
  }

  public static int getActiveThreadCount(ForkJoinPool pool) {
    return (int) recorded(pool, pool::getActiveThreadCount);
  }

  public static int getRunningThreadCount(ForkJoinPool pool) {
    return (int) recorded(pool, pool::getRunningThreadCount);
  }

  public static int getPoolSize(ForkJoinPool pool) {
    return (int) recorded(pool, pool::getPoolSize);
  }

  public static int getQueuedSubmissionCount(ForkJoinPool pool) {
    return (int) recorded(pool, pool::getQueuedSubmissionCount);
  }

  public static long getQueuedTaskCount(ForkJoinPool pool) {
    return recorded(pool, pool::getQueuedTaskCount);
  }

  public static long getStealCount(ForkJoinPool pool) {
    return recorded(pool, pool::getStealCount);
  }

  public static boolean hasQueuedSubmissions(ForkJoinPool pool) {
    return is(pool, () -> pool.hasQueuedSubmissions() ? 1 : 0);
  }

  public static boolean isQuiescent(ForkJoinPool pool) {
    return is(pool, () -> pool.isQuiescent() ? 1 : 0);
  }

  public static boolean isTerminating(ForkJoinPool pool) {
    return is(pool, () -> pool.isTerminating() ? 1 : 0);
  }

  public static boolean awaitQuiescence(ForkJoinPool pool, long time, TimeUnit unit) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return pool.awaitQuiescence(time, unit);
    }
    boolean[] quiescent = new boolean[1];
    if (!hooks.awaitTurn()) {
      quiescent[0] = pool.awaitQuiescence(time, unit);
    }
    return hooks.number(() -> quiescent[0] ? 1 : 0) != 0;
  }
}

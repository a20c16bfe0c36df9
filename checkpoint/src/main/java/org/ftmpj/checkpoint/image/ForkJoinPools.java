package org.ftmpj.checkpoint.image;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;

/**
 * Pools that are idle when an image is made. Their threads, which wait for tasks, are not in it:
 * after a restart a pool starts others for the next tasks.
 */
final class ForkJoinPools {
  private static final String QUEUES = "queues";
  private static final String COUNTS = "ctl";

  private static final long WAIT_NS = 1_000_000;
  private static final int MOST_WAITS = 20;

  private ForkJoinPools() {}

  /** Whether a field is a pool's bookkeeping of its threads. */
  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == ForkJoinPool.class && (field.equals(QUEUES) || field.equals(COUNTS));
  }

  /** The reason why a pool cannot be captured; null if it can. */
  static String refusal(ForkJoinPool pool) {
    return pool.isTerminated() || !pool.isShutdown() && comesToRest(pool)
        ? null
        : "a pool of threads that has tasks, or is being shut down";
  }

  /** Waits for the threads to become idle, since they look for more tasks for a moment. */
  private static boolean comesToRest(ForkJoinPool pool) {
    for (int waits = 0; !pool.isQuiescent() && waits < MOST_WAITS; waits++) {
      LockSupport.parkNanos(WAIT_NS);
    }
    return pool.isQuiescent() && !pool.hasQueuedSubmissions();
  }

  /** Makes the pools of an image begin without threads, when all objects have their fields. */
  static void complete(Object[] objects) {
    for (Object object : objects) {
      if (object instanceof ForkJoinPool pool && !pool.isShutdown()) {
        ForkJoinPool made =
            new ForkJoinPool(
                pool.getParallelism(),
                pool.getFactory(),
                pool.getUncaughtExceptionHandler(),
                pool.getAsyncMode());
        long queues = offset(QUEUES);
        JdkMemory.putReference(pool, queues, JdkMemory.getReference(made, queues));
        JdkMemory.putLong(pool, offset(COUNTS), JdkMemory.getLong(made, offset(COUNTS)));
      }
    }
  }

  private static long offset(String field) {
    return JdkMemory.offset(ForkJoinPool.class, field).orElseThrow();
  }
}

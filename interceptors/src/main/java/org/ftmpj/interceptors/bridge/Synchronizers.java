package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls of barriers and of completion services. Methods have the names and signatures of those they
 * stand for, with the receiver as first argument.
 */
public final class Synchronizers {
  /**
   * The number of threads that have come to a barrier since it last opened. Changed within events
   * only.
   */
  private static final FewObjects<CyclicBarrier, Integer> ARRIVED = new FewObjects<>();

  /** The futures that were completed and not taken yet. */
  private static final FewObjects<CompletionService<?>, ConcurrentLinkedQueue<Future<?>>>
      COMPLETED = new FewObjects<>();

  private Synchronizers() {}

  /** The state of all barriers and services, for a checkpoint. */
  static Object[] saved() {
    return new Object[] {entries(ARRIVED), entries(COMPLETED)};
  }

  private static Object[] entries(FewObjects<?, ?> objects) {
    List<Object> all = new ArrayList<>();
    objects.forEach(
        (object, value) -> {
          all.add(object);
          all.add(value);
        });
    return all.toArray();
  }

  @SuppressWarnings("unchecked")
  static void restore(Object[] saved) {
    Object[] arrived = (Object[]) saved[0];
    for (int i = 0; i < arrived.length; i += 2) {
      ARRIVED.put((CyclicBarrier) arrived[i], (Integer) arrived[i + 1]);
    }
    Object[] completed = (Object[]) saved[1];
    for (int i = 0; i < completed.length; i += 2) {
      COMPLETED.put(
          (CompletionService<?>) completed[i], (ConcurrentLinkedQueue<Future<?>>) completed[i + 1]);
    }
  }

  public static int await(CyclicBarrier barrier)
      throws InterruptedException, BrokenBarrierException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return barrier.await();
    }
    int index = arrive(hooks, barrier);
    barrier.await();
    return index;
  }

  public static int await(CyclicBarrier barrier, long time, TimeUnit unit)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return barrier.await(time, unit);
    }
    hooks.unsupported("CyclicBarrier.await with a time");
    return barrier.await(time, unit);
  }

  /** The last to come has to be last at the barrier, too: it runs the barrier's action. */
  private static int arrive(ThreadHooks hooks, CyclicBarrier barrier) {
    int index;
    hooks.enter();
    try {
      int before = ARRIVED.get(barrier, any -> 0);
      index = barrier.getParties() - 1 - before;
      ARRIVED.put(barrier, index == 0 ? 0 : before + 1);
    } finally {
      hooks.leave(null);
    }
    if (index == 0) {
      ShortWait.until(
          () -> barrier.getNumberWaiting() >= barrier.getParties() - 1 || barrier.isBroken());
    }
    return index;
  }

  private static ConcurrentLinkedQueue<Future<?>> completed(CompletionService<?> service) {
    return COMPLETED.get(service, any -> new ConcurrentLinkedQueue<>());
  }

  public static <T> Future<T> submit(CompletionService<T> service, Callable<T> task) {
    ThreadHooks hooks = task == null ? null : ofParent(service);
    return hooks == null ? service.submit(task) : submit(hooks, service, task);
  }

  public static <T> Future<T> submit(CompletionService<T> service, Runnable task, T result) {
    ThreadHooks hooks = task == null ? null : ofParent(service);
    return hooks == null
        ? service.submit(task, result)
        : submit(hooks, service, java.util.concurrent.Executors.callable(task, result));
  }

  /**
   * Submits a task; the service's own queue stays empty, as the bridge stores completed futures.
   */
  @SuppressWarnings("unchecked")
  private static <T> Future<T> submit(
      ThreadHooks hooks, CompletionService<T> service, Callable<T> task) {
    ConcurrentLinkedQueue<Future<?>> completed = completed(service);
    Executor executor = (Executor) hooks.root(service);
    LogicalTask spawned = LogicalTask.withFuture(hooks, Executors.pool(hooks, executor), task);
    Future<?> future = spawned.ownFuture();
    spawned.completeTo(completed);
    return (Future<T>)
        Executors.give(
            hooks,
            executor,
            spawned,
            given -> {
              executor.execute(given);
              return future;
            });
  }

  public static Future<?> take(CompletionService<?> service) throws InterruptedException {
    ThreadHooks hooks = hooks(service);
    if (hooks == null) {
      return service.take();
    }
    ConcurrentLinkedQueue<Future<?>> completed = completed(service);
    return hooks.await(completed, completed::poll, -1);
  }

  public static Future<?> poll(CompletionService<?> service) {
    ThreadHooks hooks = hooks(service);
    if (hooks == null) {
      return service.poll();
    }
    ConcurrentLinkedQueue<Future<?>> completed = completed(service);
    hooks.enter();
    try {
      return completed.poll();
    } finally {
      hooks.leave(completed);
    }
  }

  public static Future<?> poll(CompletionService<?> service, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = hooks(service);
    if (hooks == null) {
      return service.poll(time, unit);
    }
    ConcurrentLinkedQueue<Future<?>> completed = completed(service);
    return hooks.await(completed, completed::poll, Math.max(0, unit.toNanos(time)));
  }

  /** The program's own services are woven themselves. */
  private static ThreadHooks hooks(CompletionService<?> service) {
    return ProgramSubclasses.isOfProgram(service) ? null : Threading.hooks();
  }

  private static ThreadHooks ofParent(CompletionService<?> service) {
    return ProgramSubclasses.isOfProgram(service) ? null : Threading.ofParent();
  }
}

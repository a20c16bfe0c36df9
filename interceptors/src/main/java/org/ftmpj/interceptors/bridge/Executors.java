package org.ftmpj.interceptors.bridge;

import static java.util.concurrent.Executors.callable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Calls of executors: each task becomes a thread of its own, whatever thread of the virtual machine
 * runs it; which {@link Worker} it has is recorded. Methods have the names and signatures of those
 * they stand for, with the receiver as first argument.
 */
public final class Executors {
  private Executors() {}

  /** Gives a task to an executor. */
  interface Give<T> {
    T task(LogicalTask task);
  }

  /**
   * Spawns the task and gives it away in one event, so that an executor gets tasks in that order.
   * Thread factories and rejection handlers of the program run within.
   */
  private static <T> T give(ThreadHooks hooks, Object executor, Object task, Give<T> give) {
    return give(hooks, executor, new LogicalTask(hooks, pool(hooks, executor), false, task), give);
  }

  /** Gives a task that is run again and again. */
  private static <T> T giveAgain(ThreadHooks hooks, Object executor, Object task, Give<T> give) {
    return give(hooks, executor, new LogicalTask(hooks, pool(hooks, executor), true, task), give);
  }

  static <T> T give(ThreadHooks hooks, Object executor, LogicalTask spawned, Give<T> give) {
    if (isOfProgram(executor)) {
      return give.task(spawned);
    }
    List<T> result = new ArrayList<>(1);
    Object shared = hooks.root(executor);
    Object inTurn = mayHoldCallers(shared) ? null : shared;
    hooks.enter(inTurn, inTurn);
    try {
      spawned.give();
      hooks.stepOut();
      hooks.apart(() -> result.add(give.task(spawned)));
      spawned.given(result.get(0));
      return result.get(0);
    } finally {
      if (result.isEmpty()) {
        spawned.refused(shared);
      }
      hooks.leave(null);
    }
  }

  /** The pool of an executor; null if it has no workers whose tasks matter. */
  static Pool pool(ThreadHooks hooks, Object executor) {
    return isOfProgram(executor) ? null : Pool.of(hooks.root(executor));
  }

  /** Whether the executor's futures are those of the JDK, so that the bridge can create them. */
  private static boolean hasPlainFutures(ThreadHooks hooks, Object executor) {
    Object root = hooks.root(executor);
    return root instanceof ThreadPoolExecutor
        && !(root instanceof ScheduledExecutorService)
        && !ProgramSubclasses.isOfProgram(root);
  }

  @SuppressWarnings("unchecked")
  private static <T> Future<T> submitPlain(
      ThreadHooks hooks, ExecutorService executor, Callable<T> task) {
    LogicalTask spawned = LogicalTask.withFuture(hooks, pool(hooks, executor), task);
    return (Future<T>)
        give(
            hooks,
            executor,
            spawned,
            given -> {
              executor.execute(given);
              return given.ownFuture();
            });
  }

  /** Whether it is woven itself, so that what it does with a task is seen there. */
  private static boolean isOfProgram(Object executor) {
    return !(executor instanceof AbstractExecutorService)
        && ProgramSubclasses.isOfProgram(executor);
  }

  /** Whether a handler of the program may wait for a place in the queue, which workers free. */
  private static boolean mayHoldCallers(Object executor) {
    return executor instanceof ThreadPoolExecutor pool
        && ProgramSubclasses.isOfProgram(pool.getRejectedExecutionHandler());
  }

  /** The program's own executors are woven themselves: what they do with a task is seen there. */
  public static void execute(Executor executor, Runnable task) {
    ThreadHooks hooks = task == null || isOfProgram(executor) ? null : Threading.ofParent();
    if (hooks == null) {
      executor.execute(task);
      return;
    }
    give(
        hooks,
        executor,
        new LogicalTask(hooks, pool(hooks, executor), false, task).bare(),
        spawned -> {
          executor.execute(spawned);
          return null;
        });
  }

  public static Future<?> submit(ExecutorService executor, Runnable task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    if (hooks == null) {
      return executor.submit(task);
    }
    return hasPlainFutures(hooks, executor)
        ? submitPlain(hooks, executor, callable(task, null))
        : give(hooks, executor, task, spawned -> executor.submit((Runnable) spawned));
  }

  public static <T> Future<T> submit(ExecutorService executor, Runnable task, T result) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    if (hooks == null) {
      return executor.submit(task, result);
    }
    return hasPlainFutures(hooks, executor)
        ? submitPlain(hooks, executor, callable(task, result))
        : give(hooks, executor, task, spawned -> executor.submit(spawned, result));
  }

  @SuppressWarnings("unchecked")
  public static <T> Future<T> submit(ExecutorService executor, Callable<T> task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    if (hooks == null) {
      return executor.submit(task);
    }
    return hasPlainFutures(hooks, executor)
        ? submitPlain(hooks, executor, task)
        : give(
            hooks,
            executor,
            task,
            spawned -> (Future<T>) executor.submit((Callable<Object>) spawned));
  }

  public static ScheduledFuture<?> schedule(
      ScheduledExecutorService executor, Runnable task, long delay, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.schedule(task, delay, unit)
        : give(
            hooks, executor, task, spawned -> executor.schedule((Runnable) spawned, delay, unit));
  }

  @SuppressWarnings("unchecked")
  public static <T> ScheduledFuture<T> schedule(
      ScheduledExecutorService executor, Callable<T> task, long delay, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.schedule(task, delay, unit)
        : give(
            hooks,
            executor,
            task,
            spawned ->
                (ScheduledFuture<T>) executor.schedule((Callable<Object>) spawned, delay, unit));
  }

  public static ScheduledFuture<?> scheduleAtFixedRate(
      ScheduledExecutorService executor, Runnable task, long first, long period, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.scheduleAtFixedRate(task, first, period, unit)
        : giveAgain(
            hooks,
            executor,
            task,
            spawned -> executor.scheduleAtFixedRate(spawned, first, period, unit));
  }

  public static ScheduledFuture<?> scheduleWithFixedDelay(
      ScheduledExecutorService executor, Runnable task, long first, long delay, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.scheduleWithFixedDelay(task, first, delay, unit)
        : giveAgain(
            hooks,
            executor,
            task,
            spawned -> executor.scheduleWithFixedDelay(spawned, first, delay, unit));
  }

  public static <T> List<Future<T>> invokeAll(
      ExecutorService executor, Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    ThreadHooks hooks = Threading.ofParent();
    return executor.invokeAll(hooks == null ? tasks : spawned(hooks, executor, tasks));
  }

  @SuppressWarnings("unchecked")
  private static <T> Collection<Callable<T>> spawned(
      ThreadHooks hooks, ExecutorService executor, Collection<? extends Callable<T>> tasks) {
    Pool pool = pool(hooks, executor);
    List<LogicalTask> spawned = new ArrayList<>(tasks.size());
    for (Callable<T> task : tasks) {
      spawned.add(new LogicalTask(hooks, pool, false, task));
    }
    hooks.enter();
    spawned.forEach(LogicalTask::give);
    hooks.leave(null);
    return (List<Callable<T>>) (List<?>) spawned;
  }

  public static boolean awaitTermination(ExecutorService executor, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(executor, "isTerminated")) {
      return executor.awaitTermination(time, unit);
    }
    if (!hooks.awaitTurn()) {
      executor.awaitTermination(time, unit);
    }
    boolean ended = hooks.observe(executor::isTerminated);
    if (ended) {
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      awaitHelpers(hooks, executor);
    }
    return ended;
  }

  private static void awaitHelpers(ThreadHooks hooks, ExecutorService executor) {
    Pool pool = pool(hooks, executor);
    if (pool != null) {
      pool.helpers().awaitEnd();
    }
  }

  /** Refuses tasks from now on. */
  public static void shutdown(ExecutorService executor) {
    inOrder(
        executor,
        "shutdown",
        () -> {
          executor.shutdown();
          ThreadHooks hooks = Threading.hooks();
          Pool pool = hooks == null ? null : pool(hooks, executor);
          if (pool != null) {
            pool.shutDown();
          }
        });
  }

  /** Stands for {@code ExecutorService.close()}, which Java has from 19 on. */
  public static void close(ExecutorService executor) throws Exception {
    if (!ProgramSubclasses.isOfProgram(executor) && executor != ForkJoinPool.commonPool()) {
      shutdown(executor);
    }
    ((AutoCloseable) executor).close();
    ThreadHooks hooks = Threading.hooks();
    if (hooks != null) {
      awaitHelpers(hooks, executor);
    }
  }

  /** Shuts the executor down, and interrupts its threads. */
  public static List<Runnable> shutdownNow(ExecutorService executor) {
    List<Runnable> never = new ArrayList<>();
    inOrder(
        executor,
        "shutdownNow",
        () -> {
          List<Runnable> queued = executor.shutdownNow();
          ThreadHooks hooks = Threading.hooks();
          Pool pool = hooks == null ? null : pool(hooks, executor);
          never.addAll(pool == null ? queued : pool.shutDownNow(queued));
        });
    return never;
  }

  /** Calls within an event, unless code of the program may run in the call. */
  static void inOrder(Object called, String method, Runnable call) {
    if (ProgramSubclasses.isOfProgram(called, method)) {
      call.run();
      return;
    }
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      call.run();
      return;
    }
    Object shared = hooks.root(called);
    hooks.enter(shared, shared);
    try {
      call.run();
    } finally {
      hooks.leave(null);
    }
  }

  public static boolean isTerminated(ExecutorService executor) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(executor, "isTerminated")) {
      return executor.isTerminated();
    }
    boolean ended = hooks.observe(executor::isTerminated);
    if (ended) {
      ShortWait.until(executor::isTerminated); // in a replay
      awaitHelpers(hooks, executor);
    }
    return ended;
  }

  /** Whether the executor is shut down: an event, like the shutdown. */
  public static boolean isShutdown(ExecutorService executor) {
    boolean[] is = new boolean[1];
    inOrder(executor, "isShutdown", () -> is[0] = executor.isShutdown());
    return is[0];
  }
}

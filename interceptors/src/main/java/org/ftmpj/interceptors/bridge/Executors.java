package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Calls of executors: each task becomes a thread of its own, so that it does not matter which
 * worker runs it. Methods have the names and signatures of those they stand for, with the receiver
 * as first argument.
 */
public final class Executors {
  private Executors() {}

  private interface Give<T> {
    T task(Born task);
  }

  /** The executor of {@link CompletableFuture} where the program names none. */
  private static final Object COMMON = new Object();

  /**
   * Bears the task and gives it away in one event, so that an executor gets tasks in that order.
   * Thread factories and rejection handlers of the program run within.
   */
  private static <T> T give(ThreadHooks hooks, Object executor, Object task, Give<T> give) {
    Born born = new Born(hooks, task);
    if (isOfProgram(executor)) {
      return give.task(born);
    }
    List<T> result = new ArrayList<>(1);
    Object shared = hooks.root(executor);
    Object inTurn = mayHoldCallers(shared) ? null : shared;
    hooks.enter(inTurn, inTurn);
    try {
      hooks.stepOut();
      hooks.apart(() -> result.add(give.task(born)));
      return result.get(0);
    } finally {
      hooks.leave(null);
    }
  }

  /** Whether it is woven itself, so that what it does with a task is seen there. */
  private static boolean isOfProgram(Object executor) {
    return !(executor instanceof AbstractExecutorService) && Shared.isOfProgram(executor);
  }

  /** Whether a handler of the program may wait for a place in the queue, which workers free. */
  private static boolean mayHoldCallers(Object executor) {
    return executor instanceof ThreadPoolExecutor pool
        && Shared.isOfProgram(pool.getRejectedExecutionHandler());
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
        task,
        born -> {
          executor.execute(born);
          return null;
        });
  }

  public static Future<?> submit(ExecutorService executor, Runnable task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.submit(task)
        : give(hooks, executor, task, born -> executor.submit((Runnable) born));
  }

  public static <T> Future<T> submit(ExecutorService executor, Runnable task, T result) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.submit(task, result)
        : give(hooks, executor, task, born -> executor.submit(born, result));
  }

  @SuppressWarnings("unchecked")
  public static <T> Future<T> submit(ExecutorService executor, Callable<T> task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.submit(task)
        : give(hooks, executor, task, born -> (Future<T>) executor.submit((Callable<Object>) born));
  }

  public static ScheduledFuture<?> schedule(
      ScheduledExecutorService executor, Runnable task, long delay, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.schedule(task, delay, unit)
        : give(hooks, executor, task, born -> executor.schedule((Runnable) born, delay, unit));
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
            born -> (ScheduledFuture<T>) executor.schedule((Callable<Object>) born, delay, unit));
  }

  public static ScheduledFuture<?> scheduleAtFixedRate(
      ScheduledExecutorService executor, Runnable task, long first, long period, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.scheduleAtFixedRate(task, first, period, unit)
        : give(
            hooks, executor, task, born -> executor.scheduleAtFixedRate(born, first, period, unit));
  }

  public static ScheduledFuture<?> scheduleWithFixedDelay(
      ScheduledExecutorService executor, Runnable task, long first, long delay, TimeUnit unit) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? executor.scheduleWithFixedDelay(task, first, delay, unit)
        : give(
            hooks,
            executor,
            task,
            born -> executor.scheduleWithFixedDelay(born, first, delay, unit));
  }

  public static <T> List<Future<T>> invokeAll(
      ExecutorService executor, Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    ThreadHooks hooks = Threading.ofParent();
    return executor.invokeAll(hooks == null ? tasks : born(hooks, tasks));
  }

  @SuppressWarnings("unchecked")
  private static <T> Collection<Callable<T>> born(
      ThreadHooks hooks, Collection<? extends Callable<T>> tasks) {
    List<Callable<T>> all = new ArrayList<>(tasks.size());
    for (Callable<T> task : tasks) {
      all.add((Callable<T>) (Callable<?>) new Born(hooks, task));
    }
    return all;
  }

  public static CompletableFuture<Void> runAsync(Runnable task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.runAsync(task)
        : give(hooks, COMMON, task, CompletableFuture::runAsync);
  }

  public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.runAsync(task, executor)
        : give(hooks, executor, task, born -> CompletableFuture.runAsync(born, executor));
  }

  public static <T> CompletableFuture<T> supplyAsync(Supplier<T> task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.supplyAsync(task)
        : give(
            hooks,
            COMMON,
            (Callable<T>) task::get,
            born -> CompletableFuture.supplyAsync(supplier(born)));
  }

  public static <T> CompletableFuture<T> supplyAsync(Supplier<T> task, Executor executor) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.supplyAsync(task, executor)
        : give(
            hooks,
            executor,
            (Callable<T>) task::get,
            born -> CompletableFuture.supplyAsync(supplier(born), executor));
  }

  @SuppressWarnings("unchecked")
  private static <T> Supplier<T> supplier(Born born) {
    return () -> {
      try {
        return (T) born.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e); // a Supplier throws none
      }
    };
  }

  public static boolean isDone(Future<?> future) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || Shared.isOfProgram(future, "isDone")) {
      return future.isDone();
    }
    boolean done = hooks.observe(future::isDone);
    while (done && !future.isDone()) {
      Thread.onSpinWait(); // only in replay, and not for long: it did end
      Thread.yield();
    }
    return done;
  }

  public static boolean isCancelled(Future<?> future) {
    return isDone(future) && future.isCancelled();
  }

  public static Object get(Future<?> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || Shared.isOfProgram(future, "isDone")) {
      return future.get(time, unit);
    }
    if (!hooks.awaitTurn()) {
      try {
        future.get(time, unit);
      } catch (ExecutionException | TimeoutException | RuntimeException whatCounts) {
        // What counts is what is observed now.
      }
    }
    if (hooks.observe(future::isDone)) {
      return future.get();
    }
    throw new TimeoutException();
  }

  public static boolean awaitTermination(ExecutorService executor, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || Shared.isOfProgram(executor, "isTerminated")) {
      return executor.awaitTermination(time, unit);
    }
    if (!hooks.awaitTurn()) {
      executor.awaitTermination(time, unit);
    }
    boolean ended = hooks.observe(executor::isTerminated);
    if (ended) {
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }
    return ended;
  }

  /** From now on tasks are refused. */
  public static void shutdown(ExecutorService executor) {
    inOrder(executor, executor::shutdown);
  }

  /** Stands for {@code ExecutorService.close()}, which Java has from 19 on. */
  public static void close(ExecutorService executor) throws Exception {
    if (!Shared.isOfProgram(executor) && executor != ForkJoinPool.commonPool()) {
      shutdown(executor);
    }
    ((AutoCloseable) executor).close();
  }

  /** The same, and threads are interrupted. */
  public static List<Runnable> shutdownNow(ExecutorService executor) {
    List<Runnable> never = new ArrayList<>();
    inOrder(executor, () -> never.addAll(executor.shutdownNow()));
    return never;
  }

  public static boolean cancel(Future<?> future, boolean interrupt) {
    if (future instanceof CompletableFuture<?> completable) {
      return Completions.cancel(completable, interrupt);
    }
    boolean[] cancelled = new boolean[1];
    inOrder(future, () -> cancelled[0] = future.cancel(interrupt));
    return cancelled[0];
  }

  /** Within an event, unless code of the program may run there. */
  private static void inOrder(Object called, Runnable call) {
    if (Shared.isOfProgram(called)) {
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
    if (hooks == null || Shared.isOfProgram(executor, "isTerminated")) {
      return executor.isTerminated();
    }
    boolean ended = hooks.observe(executor::isTerminated);
    while (ended && !executor.isTerminated()) {
      Thread.yield();
    }
    return ended;
  }
}

package org.ftmpj.interceptors.bridge;

import static java.util.concurrent.Executors.callable;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Calls that make a {@link CompletableFuture} of a task, complete one, or ask whether it is.
 * Methods have the names and signatures of those they stand for, with the receiver as first
 * argument.
 */
public final class Completions {
  private Completions() {}

  public static CompletableFuture<Void> runAsync(Runnable task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.runAsync(task)
        : supply(hooks, Pool.COMMON, callable(task, null));
  }

  public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
    ThreadHooks hooks = task == null || executor == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.runAsync(task, executor)
        : supply(hooks, executor, callable(task, null));
  }

  public static <T> CompletableFuture<T> supplyAsync(Supplier<T> task) {
    ThreadHooks hooks = task == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.supplyAsync(task)
        : supply(hooks, Pool.COMMON, task::get);
  }

  public static <T> CompletableFuture<T> supplyAsync(Supplier<T> task, Executor executor) {
    ThreadHooks hooks = task == null || executor == null ? null : Threading.ofParent();
    return hooks == null
        ? CompletableFuture.supplyAsync(task, executor)
        : supply(hooks, executor, task::get);
  }

  /** Supplies a future; if the task never begins, the future stays as it is. */
  private static <T> CompletableFuture<T> supply(
      ThreadHooks hooks, Executor executor, Callable<T> task) {
    CompletableFuture<T> future = new CompletableFuture<>();
    LogicalTask spawned =
        new LogicalTask(
            hooks,
            Executors.pool(hooks, executor),
            false,
            (Runnable) () -> finish(hooks, future, task));
    return Executors.give(
        hooks,
        executor,
        spawned,
        given -> {
          executor.execute(given);
          return future;
        });
  }

  /**
   * Completes a future; as in the JDK, the task does nothing if the future is complete when it
   * begins.
   */
  private static <T> void finish(ThreadHooks hooks, CompletableFuture<T> future, Callable<T> task) {
    if (hooks.observe(future::isDone)) {
      return;
    }
    T value;
    try {
      value = task.call();
    } catch (Throwable e) {
      future.completeExceptionally(Continuations.wrapped(e));
      return;
    }
    future.complete(value);
  }

  public static <T> boolean complete(CompletableFuture<T> future, T value) {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null
        ? future.complete(value)
        : Continuations.inEvent(hooks, future, () -> future.complete(value));
  }

  public static boolean completeExceptionally(CompletableFuture<?> future, Throwable failure) {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null || failure == null
        ? future.completeExceptionally(failure)
        : Continuations.inEvent(hooks, future, () -> future.completeExceptionally(failure));
  }

  static boolean cancel(CompletableFuture<?> future, boolean interrupt) {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null
        ? future.cancel(interrupt)
        : Continuations.inEvent(hooks, future, () -> future.cancel(interrupt));
  }

  public static <T> void obtrudeValue(CompletableFuture<T> future, T value) {
    obtrude(future, () -> future.obtrudeValue(value));
  }

  public static void obtrudeException(CompletableFuture<?> future, Throwable failure) {
    obtrude(future, () -> future.obtrudeException(failure));
  }

  private static void obtrude(CompletableFuture<?> future, Runnable obtrusion) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      obtrusion.run();
      return;
    }
    Continuations.inEvent(
        hooks,
        future,
        () -> {
          obtrusion.run();
          return true;
        });
  }

  public static <T> CompletableFuture<T> completeAsync(
      CompletableFuture<T> future, Supplier<? extends T> task) {
    return completeAsync(future, task, future.defaultExecutor());
  }

  public static <T> CompletableFuture<T> completeAsync(
      CompletableFuture<T> future, Supplier<? extends T> task, Executor executor) {
    if (Threading.ofParent() == null || task == null || executor == null) {
      return future.completeAsync(task, executor);
    }
    Executors.execute(
        executor,
        () -> {
          T value;
          try {
            value = task.get();
          } catch (Throwable e) {
            completeExceptionally(future, Continuations.wrapped(e));
            return;
          }
          complete(future, value);
        });
    return future;
  }

  public static CompletableFuture<Object> anyOf(CompletableFuture<?>... futures) {
    if (Threading.ofParent() == null) {
      return CompletableFuture.anyOf(futures);
    }
    CompletableFuture<Object> any = new CompletableFuture<>();
    for (CompletableFuture<?> future : futures) {
      Continuations.completeLike(future, any);
    }
    return any;
  }

  public static <T> T getNow(CompletableFuture<T> future, T otherwise) {
    return Futures.isDone(future) ? future.join() : otherwise;
  }

  public static boolean isCompletedExceptionally(CompletableFuture<?> future) {
    return Futures.isDone(future) && future.isCompletedExceptionally();
  }
}

package org.ftmpj.interceptors.bridge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Who completes a future, and whether one has: both are events. Methods have the names and
 * signatures of those they stand for, with the receiver as first argument.
 */
public final class Completions {
  private Completions() {}

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
    return Executors.isDone(future) ? future.join() : otherwise;
  }

  public static boolean isCompletedExceptionally(CompletableFuture<?> future) {
    return Executors.isDone(future) && future.isCompletedExceptionally();
  }
}

package org.ftmpj.interceptors.bridge;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * The tasks that are to be done when a future is complete. If it is complete already, which is
 * observed, the calling thread does them. Else the task waits at a future of its own, which is
 * completed by the thread that completes the original, after that event. In replay, where each task
 * has to wait for its turn, tasks run in threads of ours, side by side, and a thread that completes
 * a future by a call waits for them.
 */
final class Continuations {
  /** The actions of the calling thread after its present event. */
  private static final ThreadLocal<Deque<Runnable>> AFTERWARDS = new ThreadLocal<>();

  /** Threads of ours. */
  static final ExecutorService OURS =
      java.util.concurrent.Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "ftmpj completion");
            thread.setDaemon(true);
            return thread;
          });

  private Continuations() {}

  /** Attaches a task to a future. */
  interface Attach<T, R> extends BiFunction<CompletableFuture<T>, Callbacks, CompletionStage<R>> {}

  /** Attaches a task to two futures. */
  interface AttachToBoth<T, U, R> {
    CompletionStage<R> apply(CompletableFuture<T> on, CompletableFuture<U> also, Callbacks as);
  }

  /**
   * @param apart whether an executor does it
   */
  static <T, R> CompletableFuture<R> then(
      CompletionStage<T> stage, boolean apart, Attach<T, R> attach) {
    CompletableFuture<T> future = future(stage);
    ThreadHooks hooks = Threading.ofParent();
    if (hooks == null || isAlone(future)) {
      return future(attach.apply(future, new Callbacks(apart ? hooks : null)));
    }
    CompletableFuture<T> relay = future.newIncompleteFuture();
    Callbacks threads = new Callbacks(hooks);
    CompletableFuture<R> result = future(attach.apply(relay, threads));
    Runnable then = () -> copy(future, relay);
    if (isDone(hooks, future, then)) {
      if (!apart) {
        threads.withdraw();
        return future(attach.apply(future, new Callbacks(null)));
      }
      then.run();
    }
    return result;
  }

  static <T, U, R> CompletableFuture<R> thenBoth(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      boolean apart,
      AttachToBoth<T, U, R> attach) {
    CompletableFuture<T> future = future(stage);
    @SuppressWarnings("unchecked")
    CompletableFuture<U> second = (CompletableFuture<U>) future(other);
    CompletableFuture<Void> both = CompletableFuture.allOf(future, second);
    ThreadHooks hooks = Threading.ofParent();
    if (hooks == null || isAlone(both)) {
      return future(attach.apply(future, second, new Callbacks(apart ? hooks : null)));
    }
    CompletableFuture<T> relay = future.newIncompleteFuture();
    CompletableFuture<U> secondRelay = new CompletableFuture<>();
    Callbacks threads = new Callbacks(hooks);
    CompletableFuture<R> result = future(attach.apply(relay, secondRelay, threads));
    Runnable then =
        () -> {
          copy(future, relay);
          copy(second, secondRelay);
        };
    if (isDone(hooks, both, then)) {
      if (!apart) {
        threads.withdraw();
        return future(attach.apply(future, second, new Callbacks(null)));
      }
      then.run();
    }
    return result;
  }

  /** Whether it is complete, and there is one thread only. */
  private static boolean isAlone(CompletableFuture<?> future) {
    return !Threading.several && future.isDone();
  }

  /**
   * Observes whether a future is complete; if not, in the same event, sees to it that something is
   * done when it is: so the thread that completes it in a later event finds that.
   */
  private static boolean isDone(ThreadHooks hooks, CompletableFuture<?> future, Runnable then) {
    boolean[] attached = new boolean[1];
    boolean done =
        hooks.observe(
            () -> {
              if (future.isDone()) {
                return true;
              }
              attached[0] = true;
              whenDone(hooks, future, then);
              return false;
            });
    if (!done && !attached[0]) {
      whenDone(hooks, future, then);
    }
    if (done) {
      ShortWait.until(future::isDone); // in a replay
    }
    return done;
  }

  /** A future that is completed as the first of those two is. */
  static <T> CompletableFuture<T> either(
      CompletionStage<? extends T> stage, CompletionStage<? extends T> other) {
    CompletableFuture<T> first = new CompletableFuture<>();
    completeLike(stage, first);
    completeLike(other, first);
    return first;
  }

  /** Completes a future when the stage is complete, unless something else has done so before. */
  static <T> void completeLike(CompletionStage<? extends T> stage, CompletableFuture<T> future) {
    Stages.whenComplete(
        stage,
        (value, failure) -> {
          if (failure == null) {
            Completions.complete(future, value);
          } else {
            Completions.completeExceptionally(future, wrapped(failure));
          }
        });
  }

  static Throwable wrapped(Throwable failure) {
    return failure instanceof CompletionException ? failure : new CompletionException(failure);
  }

  @SuppressWarnings("unchecked")
  static <T> CompletableFuture<T> future(CompletionStage<T> stage) {
    return stage instanceof CompletableFuture<?> future
            && !stage.getClass().getName().endsWith("$MinimalStage")
        ? (CompletableFuture<T>) future
        : stage.toCompletableFuture();
  }

  private static void whenDone(ThreadHooks hooks, CompletableFuture<?> future, Runnable then) {
    Thread registering = Thread.currentThread();
    boolean[] registered = new boolean[1]; // seen by that thread
    future.whenComplete(
        (value, failure) -> {
          if (Thread.currentThread() != registering || registered[0]) {
            afterwards(hooks, then);
          } else {
            OURS.execute(then);
          }
        });
    registered[0] = true;
  }

  private static <T> void copy(CompletableFuture<T> done, CompletableFuture<T> to) {
    done.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(failure);
          }
        });
  }

  /**
   * Does something after the event; in replay apart, since what is before it may have its turn
   * later.
   */
  private static void afterwards(ThreadHooks hooks, Runnable then) {
    Deque<Runnable> afterwards = AFTERWARDS.get();
    if (afterwards != null) {
      afterwards.add(then);
    } else if (hooks.isReplaying()) {
      OURS.execute(then);
    } else {
      then.run();
    }
  }

  private static void run(ThreadHooks hooks, Collection<Runnable> afterwards) {
    if (!hooks.isReplaying()) {
      afterwards.forEach(Runnable::run);
      return;
    }
    afterwards.stream()
        .map(then -> CompletableFuture.runAsync(then, OURS))
        .toList()
        .forEach(CompletableFuture::join);
  }

  /** Completes a future in an event, and then does what has to be done after it. */
  static boolean inEvent(ThreadHooks hooks, Object future, BooleanSupplier completion) {
    Deque<Runnable> outer = AFTERWARDS.get();
    Deque<Runnable> afterwards = new ArrayDeque<>();
    boolean first;
    AFTERWARDS.set(afterwards);
    hooks.enter();
    try {
      first = completion.getAsBoolean();
    } finally {
      hooks.leave(future);
      AFTERWARDS.set(outer);
    }
    run(hooks, afterwards);
    return first;
  }
}

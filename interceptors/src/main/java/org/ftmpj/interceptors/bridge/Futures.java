package org.ftmpj.interceptors.bridge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls of futures whose outcome depends on when they are made. Methods have the names and
 * signatures of those they stand for, with the receiver as first argument.
 */
public final class Futures {
  private Futures() {}

  public static boolean isDone(Future<?> future) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(future, "isDone")) {
      return future.isDone();
    }
    boolean done = hooks.observe(future::isDone);
    if (done) {
      ShortWait.until(future::isDone); // in a replay
    }
    return done;
  }

  public static boolean isCancelled(Future<?> future) {
    return isDone(future) && future.isCancelled();
  }

  public static Object get(Future<?> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || ProgramSubclasses.isOfProgram(future, "isDone")) {
      return future.get(time, unit);
    }
    if (!hooks.awaitTurn()) {
      try {
        future.get(time, unit);
      } catch (ExecutionException | TimeoutException | RuntimeException whatCounts) {
        // Only the present observation counts.
      }
    }
    if (hooks.observe(future::isDone)) {
      return future.get();
    }
    throw new TimeoutException();
  }

  public static boolean cancel(Future<?> future, boolean interrupt) {
    if (future instanceof CompletableFuture<?> completable) {
      return Completions.cancel(completable, interrupt);
    }
    LogicalTask spawned = LogicalTask.of(future);
    boolean[] cancelled = new boolean[1];
    Executors.inOrder(
        future,
        "isDone",
        () ->
            cancelled[0] =
                spawned == null ? future.cancel(interrupt) : spawned.cancel(future, interrupt));
    return cancelled[0];
  }
}

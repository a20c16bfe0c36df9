package org.ftmpj.interceptors.bridge.child;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.interceptors.bridge.Completions;
import org.ftmpj.interceptors.bridge.Threading;

/** Futures that are complete when a process has ended: a thread of the program waits for it. */
final class Exits {
  private Exits() {}

  static <T> CompletableFuture<T> when(Callable<?> exit, T process) {
    CompletableFuture<T> future = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                exit.call();
                Completions.complete(future, process);
              } catch (Exception e) {
                Completions.completeExceptionally(future, e);
              }
            });
    thread.setDaemon(true);
    Threading.beforeStart(thread);
    thread.start();
    return future;
  }
}

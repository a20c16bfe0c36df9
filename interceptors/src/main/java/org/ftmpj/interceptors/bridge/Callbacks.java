package org.ftmpj.interceptors.bridge;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Functions that are threads of their own, whatever thread calls them, and once at most. */
final class Callbacks {
  private final ThreadHooks hooks;

  /** Withdraws the thread of the awaited function. */
  private Runnable withdrawal = () -> {};

  /**
   * @param hooks null to leave the functions as they are
   */
  Callbacks(ThreadHooks hooks) {
    this.hooks = hooks;
  }

  <T, R> Function<T, R> function(Function<T, R> task) {
    if (hooks == null || task == null) {
      return task;
    }
    Object thread = spawn();
    return value -> run(thread, () -> task.apply(value));
  }

  <T, U, R> BiFunction<T, U, R> biFunction(BiFunction<T, U, R> task) {
    if (hooks == null || task == null) {
      return task;
    }
    Object thread = spawn();
    return (value, other) -> run(thread, () -> task.apply(value, other));
  }

  <T> Consumer<T> consumer(Consumer<T> task) {
    if (hooks == null || task == null) {
      return task;
    }
    Object thread = spawn();
    return value ->
        run(
            thread,
            () -> {
              task.accept(value);
              return null;
            });
  }

  <T, U> BiConsumer<T, U> biConsumer(BiConsumer<T, U> task) {
    if (hooks == null || task == null) {
      return task;
    }
    Object thread = spawn();
    return (value, other) ->
        run(
            thread,
            () -> {
              task.accept(value, other);
              return null;
            });
  }

  Runnable runnable(Runnable task) {
    if (hooks == null || task == null) {
      return task;
    }
    LogicalTask thread = new LogicalTask(hooks, task);
    withdrawal = thread::withdraw;
    return thread;
  }

  private Object spawn() {
    Object thread = hooks.spawn();
    withdrawal = () -> hooks.withdraw(thread);
    return thread;
  }

  /** Withdraws the awaited function, which will not be called. */
  void withdraw() {
    withdrawal.run();
  }

  /**
   * Replaces an executor of the JDK, once: the begin of the function is an event, so that in a
   * replay it does not keep a worker from an earlier task.
   */
  Executor on(Executor executor) {
    Pool pool = hooks == null || executor == null ? null : Executors.pool(hooks, executor);
    if (pool == null) {
      return executor;
    }
    Runnable[] given = new Runnable[1];
    LogicalTask task = new LogicalTask(hooks, pool, false, (Runnable) () -> given[0].run());
    task.given(null);
    return what -> {
      given[0] = what;
      task.give();
      executor.execute(task);
    };
  }

  private <T> T run(Object thread, Callable<T> task) {
    try {
      return hooks.run(thread, task);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // functions throw none
    }
  }
}

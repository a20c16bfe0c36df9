package org.ftmpj.interceptors.bridge;

import java.util.concurrent.Callable;

/** A task that is a thread of its own, whatever thread runs it. */
final class Born implements Runnable, Callable<Object>, Comparable<Object> {
  private final ThreadHooks hooks;
  private final Object thread;
  private final Object task;

  /**
   * @param task a Runnable or a Callable
   */
  Born(ThreadHooks hooks, Object task) {
    this.hooks = hooks;
    this.thread = hooks.bear();
    this.task = task;
  }

  @Override
  public void run() {
    try {
      hooks.run(
          thread,
          () -> {
            ((Runnable) task).run();
            return null;
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // a Runnable throws none, but the compiler does not know
    }
  }

  @Override
  public Object call() throws Exception {
    return hooks.run(thread, (Callable<?>) task);
  }

  /** For executors with a queue in order of priority. */
  @Override
  @SuppressWarnings("unchecked")
  public int compareTo(Object other) {
    return ((Comparable<Object>) task).compareTo(other instanceof Born b ? b.task : other);
  }

  @Override
  public String toString() {
    return task.toString();
  }
}

package org.ftmpj.logger.server;

import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** Tasks of other threads for the thread that waits at a selector. */
final class SelectorTasks implements Executor {
  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  SelectorTasks(Selector selector) {
    this.selector = selector;
  }

  /** Adds a task. Any thread. It is not run if the selector's thread has ended. */
  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Runs the waiting tasks, but not those that they add. */
  void run() {
    for (int left = tasks.size(); left > 0; left--) {
      tasks.remove().run();
    }
  }
}

package org.ftmpj.logger.server;

import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** Tasks that other threads have for the thread that waits at a selector. */
final class SelectorTasks implements Executor {
  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  SelectorTasks(Selector selector) {
    this.selector = selector;
  }

  /** Any thread. A task is not run if the selector's thread has ended. */
  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Runs those that are there, not those that they add. */
  void run() {
    for (int left = tasks.size(); left > 0; left--) {
      tasks.remove().run();
    }
  }
}

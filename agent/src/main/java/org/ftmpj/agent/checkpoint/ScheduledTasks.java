package org.ftmpj.agent.checkpoint;

import java.lang.reflect.Field;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tasks that wait for their time in the queue of an executor. While the calling thread holds
 * the queue's lock, none begins.
 */
final class ScheduledTasks {
  private static final String EXECUTOR = ScheduledThreadPoolExecutor.class.getName();
  private static final Field LOCK = field(EXECUTOR + "$DelayedWorkQueue", "lock");
  private static final Field TIME = field(EXECUTOR + "$ScheduledFutureTask", "time");

  private ScheduledTasks() {}

  private static Field field(String type, String name) {
    try {
      Field field = Class.forName(type).getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has other executors", e);
    }
  }

  /**
   * The lock of the queue, held while a task is taken or added; null if the queue is not the JDK's.
   */
  static ReentrantLock lock(ScheduledThreadPoolExecutor executor) {
    try {
      Object queue = executor.getQueue();
      return LOCK.getDeclaringClass().isInstance(queue) ? (ReentrantLock) LOCK.get(queue) : null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // it is open
    }
  }

  /** Makes the tasks of a restored executor, whose queue the calling thread has locked, wait on. */
  static void restore(ScheduledThreadPoolExecutor executor, long laterNs) {
    try {
      for (Object task : executor.getQueue().toArray()) {
        if (TIME.getDeclaringClass().isInstance(task)) {
          TIME.setLong(task, TIME.getLong(task) + laterNs);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // it is open
    }
    lock(executor).unlock();
  }
}

package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.function.UnaryOperator;

/** The task of a thread, which the JDK runs unless the thread overrides {@code run}. */
public final class ThreadTask {
  private static final String VIRTUAL = "VirtualThread";

  private ThreadTask() {}

  /**
   * Replaces the task of a thread that was not started. Does nothing if it has none or is virtual.
   *
   * @param other returns the replacement for a task
   */
  public static void replace(Thread thread, UnaryOperator<Runnable> other) {
    if (thread.getClass().getName().endsWith(VIRTUAL)) {
      return;
    }
    try {
      Object owner = thread;
      Field task;
      if (Runtime.version().feature() < 19) {
        task = Thread.class.getDeclaredField("target");
      } else {
        Field holder = Thread.class.getDeclaredField("holder");
        owner = JdkMemory.getReference(thread, JdkMemory.offset(holder));
        task = owner.getClass().getDeclaredField("task");
      }
      long offset = JdkMemory.offset(task);
      Runnable now = (Runnable) JdkMemory.getReference(owner, offset);
      if (now != null) {
        JdkMemory.putReference(owner, offset, other.apply(now));
      }
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this JDK keeps the tasks of threads elsewhere", e);
    }
  }
}

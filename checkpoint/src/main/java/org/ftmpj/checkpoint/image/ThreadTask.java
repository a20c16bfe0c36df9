package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.function.UnaryOperator;

/** What the JDK has a thread run, unless the thread has a method {@code run} of its own. */
public final class ThreadTask {
  private static final String VIRTUAL = "VirtualThread";

  private ThreadTask() {}

  /**
   * Has a thread that was not started run another task. Nothing if it has none, or is virtual.
   *
   * @param other gives it in exchange for the one that it has
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

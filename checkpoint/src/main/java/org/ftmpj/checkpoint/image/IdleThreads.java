package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * Threads that wait for work when an image is made, and begin anew where it is restored: as they do
 * nothing but wait for work again, nobody notices.
 */
public final class IdleThreads {
  private static final List<Class<?>> CONDITIONS =
      List.of(
          AbstractQueuedSynchronizer.ConditionObject.class,
          AbstractQueuedLongSynchronizer.ConditionObject.class);

  private static final String SYNCHRONOUS = SynchronousQueue.class.getName();

  private IdleThreads() {}

  /**
   * Starts such a thread, which is in the process by a restored image. To be called once, when all
   * that it uses is there.
   */
  public static void start(Thread thread) {
    try {
      Object owner = thread;
      Field status;
      if (Runtime.version().feature() < 19) {
        status = Thread.class.getDeclaredField("threadStatus");
      } else {
        Field holder = Thread.class.getDeclaredField("holder");
        owner = JdkMemory.getReference(thread, JdkMemory.offset(holder));
        status = owner.getClass().getDeclaredField("threadStatus");
      }
      JdkMemory.putInt(owner, JdkMemory.offset(status), 0); // as one that was not started
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this JDK keeps the state of threads elsewhere", e);
    }
    thread.start();
  }

  /**
   * Whether the field of objects of that type has who waits there. Only idle threads wait for
   * others when an image is made, and when they begin anew they come there again.
   */
  static boolean isListOfWaiting(Class<?> type, Class<?> declaring, String field) {
    if (CONDITIONS.contains(declaring)) {
      return field.equals("firstWaiter") || field.equals("lastWaiter");
    }
    // The stack of Java 17, and what has taken its place.
    return type.getName().equals(SYNCHRONOUS + "$TransferStack") && field.equals("head")
        || type.getName().equals(SYNCHRONOUS + "$Transferer")
            && (field.equals("head") || field.equals("tail"));
  }
}

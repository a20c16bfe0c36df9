package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait for work when an image is made. A restart starts them from the beginning of
 * their run method, which leads them to the same wait.
 */
public final class IdleThreads {
  private static final List<Class<?>> CONDITIONS =
      List.of(
          AbstractQueuedSynchronizer.ConditionObject.class,
          AbstractQueuedLongSynchronizer.ConditionObject.class);

  /**
   * The classes in which threads wait at a {@link SynchronousQueue}, in Java 17 and in later
   * releases.
   */
  private static final String STACK = SynchronousQueue.class.getName() + "$TransferStack";

  /** The queue of tasks that wait for their time. */
  private static final String DELAYED =
      ScheduledThreadPoolExecutor.class.getName() + "$DelayedWorkQueue";

  private static final List<Class<?>> SYNCHRONIZERS =
      List.of(AbstractQueuedSynchronizer.class, AbstractQueuedLongSynchronizer.class);

  private static final String TRANSFERER = SynchronousQueue.class.getName() + "$Transferer";

  private IdleThreads() {}

  /**
   * Starts such a thread of a restored image. To be called once, when everything that it uses is
   * restored.
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
      JdkMemory.putInt(owner, JdkMemory.offset(status), 0); // as if it was not started
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this JDK keeps the state of threads elsewhere", e);
    }
    thread.start();
  }

  /**
   * Whether a thread waits at a queue or condition whose list of waiting threads an image leaves
   * out. A thread on its way into the wait does not count, since it may hold the lock. Any thread.
   */
  public static boolean isWaiting(Thread thread) {
    Thread.State state = thread.getState();
    if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
      return false;
    }
    Object blocker = LockSupport.getBlocker(thread);
    if (blocker == null) {
      return false;
    }
    String type = blocker.getClass().getName();
    return CONDITIONS.contains(blocker.getClass()) || type.equals(STACK) || type.equals(TRANSFERER);
  }

  /**
   * Whether the field of objects of that type says who waits there. An image leaves it out: only
   * idle threads wait for others when it is made, and they add themselves once they are started.
   */
  static boolean isListOfWaiting(Class<?> type, Class<?> declaring, String field) {
    if (CONDITIONS.contains(declaring)) {
      return field.equals("firstWaiter") || field.equals("lastWaiter");
    }
    if (SYNCHRONIZERS.contains(declaring)) {
      return field.equals("head") || field.equals("tail");
    }
    return type.getName().equals(DELAYED) && field.equals("leader")
        || type.getName().equals(STACK) && field.equals("head")
        || type.getName().equals(TRANSFERER) && (field.equals("head") || field.equals("tail"));
  }
}

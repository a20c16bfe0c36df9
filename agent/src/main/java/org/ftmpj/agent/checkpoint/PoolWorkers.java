package org.ftmpj.agent.checkpoint;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.checkpoint.image.IdleThreads;

/**
 * The threads of an executor at one moment.
 *
 * @param state how the executor counts them
 * @param idle those that wait for a task, and would come to the same wait if they were started
 *     again
 * @param busy all others
 */
record PoolWorkers(ThreadPoolExecutor executor, int state, List<Thread> idle, List<Thread> busy) {

  /** The present workers of an executor. */
  static PoolWorkers of(ThreadPoolExecutor executor) {
    List<Thread> idle = new ArrayList<>();
    List<Thread> busy = new ArrayList<>();
    ReentrantLock lock = (ReentrantLock) Jdk.get(Jdk.LOCK, executor);
    lock.lock();
    try {
      ReentrantLock queue =
          executor instanceof ScheduledThreadPoolExecutor tasks ? ScheduledTasks.lock(tasks) : null;
      boolean hasNothingToDo =
          !executor.isShutdown()
              && (queue != null || executor.getQueue().isEmpty())
              && isOfTheJdk(executor.getQueue());
      for (Object worker : (Collection<?>) Jdk.get(Jdk.WORKERS, executor)) {
        Thread thread = (Thread) Jdk.get(Jdk.THREAD, worker);
        boolean isIdle =
            hasNothingToDo
                && !Jdk.isLocked(worker)
                && runsNothingBut(worker, thread)
                && (IdleThreads.isWaiting(thread) || isHeldUp(thread, queue));
        (isIdle ? idle : busy).add(thread);
      }
      return new PoolWorkers(
          executor, ((Number) Jdk.get(Jdk.STATE, executor)).intValue(), idle, busy);
    } finally {
      lock.unlock();
    }
  }

  /** Whether the calling thread has the queue, and that thread waits for it. */
  private static boolean isHeldUp(Thread thread, ReentrantLock queue) {
    return queue != null && queue.isHeldByCurrentThread() && queue.hasQueuedThread(thread);
  }

  /** Else threads that wait in it may be in the middle of code of the program. */
  private static boolean isOfTheJdk(BlockingQueue<?> queue) {
    return queue.getClass().getClassLoader() == null;
  }

  /** Whether the thread has no code of the program around what the executor has it run. */
  private static boolean runsNothingBut(Object worker, Thread thread) {
    return Jdk.task(thread) == worker && Jdk.runOf(thread).getDeclaringClass() == Thread.class;
  }

  /** What the JDK does not tell about its executors. */
  private static final class Jdk {
    static final Field LOCK = field(ThreadPoolExecutor.class, "mainLock");
    static final Field WORKERS = field(ThreadPoolExecutor.class, "workers");
    static final Field STATE = field(ThreadPoolExecutor.class, "ctl");
    static final Class<?> WORKER = type(ThreadPoolExecutor.class.getName() + "$Worker");
    static final Field THREAD = field(WORKER, "thread");
    static final Method IS_LOCKED = method(WORKER, "isLocked");
    static final List<Field> TASK = task();

    static Object get(Field field, Object of) {
      try {
        return field.get(of);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // they are open
      }
    }

    static boolean isLocked(Object worker) {
      try {
        return (Boolean) IS_LOCKED.invoke(worker);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e); // it is open, and throws nothing
      }
    }

    static Object task(Thread thread) {
      Object at = thread;
      for (Field field : TASK) {
        at = get(field, at);
      }
      return at;
    }

    static Method runOf(Thread thread) {
      try {
        return thread.getClass().getMethod("run");
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(e); // all threads have it
      }
    }

    private static List<Field> task() {
      if (Runtime.version().feature() < 19) {
        return List.of(field(Thread.class, "target"));
      }
      Field holder = field(Thread.class, "holder");
      return List.of(holder, field(holder.getType(), "task"));
    }

    private static Class<?> type(String name) {
      try {
        return Class.forName(name);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException("this JDK has other executors", e);
      }
    }

    private static Field field(Class<?> type, String name) {
      try {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException("this JDK has other executors", e);
      }
    }

    private static Method method(Class<?> type, String name) {
      try {
        Method method = type.getMethod(name);
        method.setAccessible(true);
        return method;
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("this JDK has other executors", e);
      }
    }
  }
}

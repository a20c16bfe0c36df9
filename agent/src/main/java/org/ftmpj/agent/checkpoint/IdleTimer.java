package org.ftmpj.agent.checkpoint;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The thread of a {@code java.util.Timer}, if it waits for the time of a task or for one, and comes
 * to the same wait if it is started again.
 */
final class IdleTimer {
  private static final String TYPE = "java.util.TimerThread";
  private static final Set<String> LOOP = Set.of(TYPE, Object.class.getName());

  private IdleTimer() {}

  static boolean isTimer(Thread thread) {
    return thread.getClass().getName().equals(TYPE);
  }

  /** All timers, idle or not. */
  static List<Thread> all() {
    Thread[] all = new Thread[Thread.activeCount() + 16];
    int count = Thread.enumerate(all);
    return Arrays.stream(all, 0, count).filter(IdleTimer::isTimer).toList();
  }

  /**
   * Whether a timer waits, or is about to wait for its tasks, whose monitor another thread may
   * have.
   */
  static boolean isWaiting(Thread timer) {
    return switch (timer.getState()) {
      case WAITING, TIMED_WAITING, BLOCKED ->
          Arrays.stream(timer.getStackTrace()).allMatch(at -> LOOP.contains(at.getClassName()));
      default -> false;
    };
  }

  /** The tasks of a timer, from which it takes one within their monitor. */
  static Object tasks(Thread timer) {
    try {
      Field queue = timer.getClass().getDeclaredField("queue");
      queue.setAccessible(true);
      return queue.get(timer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has other timers", e);
    }
  }
}

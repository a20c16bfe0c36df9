package org.ftmpj.agent.checkpoint;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The thread of a {@code java.util.Timer}, if it waits for the time of a task or for one, and comes
 * to the same wait if it is started again.
 *
 * @param waits how often it has waited
 */
record IdleTimer(Thread thread, long waits) {
  private static final String TYPE = "java.util.TimerThread";
  private static final Set<String> LOOP = Set.of(TYPE, Object.class.getName());

  static boolean isTimer(Thread thread) {
    return thread.getClass().getName().equals(TYPE);
  }

  /** The idle timers among some threads. */
  static List<IdleTimer> among(Thread[] threads, int count) {
    return Arrays.stream(threads, 0, count)
        .filter(IdleTimer::isTimer)
        .filter(IdleTimer::isWaiting)
        .map(timer -> new IdleTimer(timer, waits(timer)))
        .toList();
  }

  private static boolean isWaiting(Thread timer) {
    Thread.State state = timer.getState();
    return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING)
        && Arrays.stream(timer.getStackTrace()).allMatch(at -> LOOP.contains(at.getClassName()));
  }

  private static long waits(Thread timer) {
    ThreadInfo now = ManagementFactory.getThreadMXBean().getThreadInfo(timer.getId());
    return now == null ? -1 : now.getWaitedCount(); // no such thread: it has ended
  }
}

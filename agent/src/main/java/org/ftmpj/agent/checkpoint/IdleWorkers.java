package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.image.IdleThreads;
import org.ftmpj.interceptors.bridge.SharingSnapshot;

/**
 * Threads of executors and timers that wait for a task: they are in a checkpoint, with their names
 * and whatever refers to them, and wait again where it is restored. The thread that runs main.
 */
final class IdleWorkers implements CheckpointPart {
  /** How long a task may run that has begun since the check whether all wait. */
  private static final long PATIENCE_NS = 100_000_000;

  private static final long LOOK_NS = 500_000;

  private List<PoolWorkers> pools = List.of();
  private List<Thread> timers = List.of();

  /** Finds the workers that wait now. Returns a worker that does not, in words; empty if all do. */
  Optional<String> look() {
    pools = now();
    timers = IdleTimer.all().stream().filter(IdleTimer::isWaiting).toList();
    return pools.stream()
        .flatMap(pool -> pool.busy().stream())
        .findFirst()
        .map(
            thread -> "thread \"" + thread.getName() + "\" of an executor is not known to be idle");
  }

  private static List<PoolWorkers> now() {
    return SharingSnapshot.threadPools().stream().map(PoolWorkers::of).toList();
  }

  /** Whether a thread waited for a task at the last check. */
  boolean contain(Thread thread) {
    return pools.stream().anyMatch(pool -> pool.idle().contains(thread)) || timers.contains(thread);
  }

  /** Whether the same workers wait as at the last check. */
  boolean areUnchanged() {
    return now().equals(pools);
  }

  /**
   * Does something while all wait, and no task begins whose time comes.
   *
   * @return a worker that does not wait, in words, so that nothing was done; empty if it was
   */
  Optional<String> hold(Runnable action) {
    long startNs = System.nanoTime();
    Optional<String> busy = tryToHold(action);
    while (busy.isPresent() && System.nanoTime() - startNs < PATIENCE_NS) {
      LockSupport.parkNanos(LOOK_NS);
      busy = tryToHold(action);
    }
    return busy;
  }

  private Optional<String> tryToHold(Runnable action) {
    List<ReentrantLock> queues =
        scheduled().map(ScheduledTasks::lock).filter(Objects::nonNull).toList();
    queues.forEach(ReentrantLock::lock);
    try {
      List<Thread> all = IdleTimer.all();
      return holding(all.iterator(), () -> doneIfIdle(all, action));
    } finally {
      queues.forEach(ReentrantLock::unlock);
    }
  }

  private Optional<String> doneIfIdle(List<Thread> allTimers, Runnable action) {
    Optional<String> busy =
        look()
            .or(
                () ->
                    allTimers.stream()
                        .filter(timer -> !timers.contains(timer))
                        .findFirst()
                        .map(timer -> "timer \"" + timer.getName() + "\" runs a task"));
    if (busy.isEmpty()) {
      action.run();
    }
    return busy;
  }

  /** Calls with the monitors of their tasks. */
  private static <T> T holding(Iterator<Thread> timers, Supplier<T> action) {
    if (!timers.hasNext()) {
      return action.get();
    }
    synchronized (IdleTimer.tasks(timers.next())) {
      return holding(timers, action);
    }
  }

  private static Stream<ScheduledThreadPoolExecutor> scheduled() {
    return SharingSnapshot.threadPools().stream()
        .filter(ScheduledThreadPoolExecutor.class::isInstance)
        .map(ScheduledThreadPoolExecutor.class::cast);
  }

  /** Within {@link #hold}. */
  @Override
  public Object saved() {
    List<Thread> threads = new ArrayList<>();
    pools.forEach(pool -> threads.addAll(pool.idle()));
    threads.addAll(timers);
    return new Object[] {
      threads.toArray(),
      scheduled().filter(executor -> ScheduledTasks.lock(executor) != null).toArray(),
      System.nanoTime()
    };
  }

  /** Makes them wait again. */
  @Override
  public void restore(Object saved) {
    Object[] all = (Object[]) saved;
    long laterNs = System.nanoTime() - (Long) all[2];
    for (Object executor : (Object[]) all[1]) {
      ScheduledTasks.restore((ScheduledThreadPoolExecutor) executor, laterNs);
    }
    for (Object thread : (Object[]) all[0]) {
      IdleThreads.start((Thread) thread);
    }
  }
}

package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.checkpoint.image.IdleThreads;
import org.ftmpj.interceptors.bridge.SharingSnapshot;

/**
 * Threads of executors and timers that wait for a task: they are in a checkpoint, with their names
 * and whatever refers to them, and wait again where it is restored. The thread that runs main.
 */
final class IdleWorkers implements CheckpointPart {
  private List<PoolWorkers> pools = List.of();
  private List<IdleTimer> timers = List.of();

  /** Looks who waits now. Returns a worker that does not, in words; empty if all do. */
  Optional<String> look() {
    pools = now();
    timers = timers();
    return pools.stream()
        .flatMap(pool -> pool.busy().stream())
        .findFirst()
        .map(
            thread -> "thread \"" + thread.getName() + "\" of an executor is not known to be idle");
  }

  private static List<PoolWorkers> now() {
    return SharingSnapshot.threadPools().stream().map(PoolWorkers::of).toList();
  }

  private static List<IdleTimer> timers() {
    Thread[] all = new Thread[Thread.activeCount() + 16];
    return IdleTimer.among(all, Thread.enumerate(all));
  }

  /** Whether that thread waited for a task at the last look. */
  boolean contain(Thread thread) {
    return pools.stream().anyMatch(pool -> pool.idle().contains(thread))
        || timers.stream().anyMatch(timer -> timer.thread() == thread);
  }

  /** Whether the same ones wait as at the last look, and no task was run since. */
  boolean areUnchanged() {
    return now().equals(pools) && timers().equals(timers);
  }

  @Override
  public Object kept() {
    List<Thread> all = new ArrayList<>();
    pools.forEach(pool -> all.addAll(pool.idle()));
    timers.forEach(timer -> all.add(timer.thread()));
    return all.toArray();
  }

  /** Has them wait again. */
  @Override
  public void restore(Object kept) {
    for (Object thread : (Object[]) kept) {
      IdleThreads.start((Thread) thread);
    }
  }
}

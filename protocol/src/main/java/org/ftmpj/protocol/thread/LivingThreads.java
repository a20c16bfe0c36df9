package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The threads that may not have ended. An unreachable one never runs, such as a function for a
 * future that has failed. Guarded by the lock.
 */
final class LivingThreads {
  private static final int FEW = 64;

  private final List<WeakReference<LogicalThread>> threads = new ArrayList<>();
  private int many = FEW;

  void add(LogicalThread born) {
    if (threads.size() >= many) {
      threads.removeIf(LivingThreads::isOver);
      many = Math.max(FEW, 2 * threads.size());
    }
    threads.add(new WeakReference<>(born));
  }

  private static boolean isOver(WeakReference<LogicalThread> reference) {
    LogicalThread thread = reference.get();
    return thread == null || thread.hasEnded();
  }

  /** The threads that have not ended, in the order of their birth. */
  List<LogicalThread> all() {
    threads.removeIf(LivingThreads::isOver);
    return threads.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }
}

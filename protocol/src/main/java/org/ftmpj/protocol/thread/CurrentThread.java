package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;
import org.ftmpj.common.memory.WeakIdentityMap;

/** Which of the program's threads the calling one runs. Any thread. */
final class CurrentThread {
  /** What stands for a thread that is none of the program. */
  private static final LogicalThread STRANGER = LogicalThread.onBehalfOf(null);

  private final ThreadLocal<LogicalThread> current = ThreadLocal.withInitial(this::started);
  private final WeakIdentityMap<Thread, LogicalThread> started = new WeakIdentityMap<>();

  LogicalThread current() {
    return current.get();
  }

  private LogicalThread started() {
    LogicalThread thread = started.get(Thread.currentThread());
    return thread == null ? STRANGER : thread;
  }

  /** The calling thread runs that one from now on. */
  void become(LogicalThread thread) {
    if (!thread.isStranger()) {
      thread.carrier = new WeakReference<>(Thread.currentThread());
    }
    current.set(thread);
  }

  /** The calling thread goes on with the one that it ran before. */
  void resume(LogicalThread before) {
    current.set(before);
  }

  /** Has a thread run the child. To be called before it is started. */
  void assign(LogicalThread child, Thread to) {
    child.carrier = new WeakReference<>(to);
    started.put(to, child);
  }

  boolean isAssigned(Thread thread) {
    return started.get(thread) != null;
  }
}

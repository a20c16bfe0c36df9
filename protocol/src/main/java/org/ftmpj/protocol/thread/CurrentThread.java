package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ftmpj.common.memory.WeakIdentityMap;

/** Which of the program's threads the calling one runs. Any thread. */
final class CurrentThread {
  /** What stands for a thread that is none of the program. */
  private static final LogicalThread STRANGER = LogicalThread.onBehalfOf(null);

  private final ThreadLocal<LogicalThread> current = ThreadLocal.withInitial(this::started);
  private final WeakIdentityMap<Thread, LogicalThread> started = new WeakIdentityMap<>();

  /**
   * The threads that have not come yet, guarded by itself. A thread that comes is not asked for its
   * hash code: see {@link Uses}.
   */
  private final List<Birth> expected = new ArrayList<>();

  private record Birth(WeakReference<Thread> carrier, LogicalThread child) {}

  LogicalThread current() {
    return current.get();
  }

  private LogicalThread started() {
    synchronized (expected) {
      for (Iterator<Birth> births = expected.iterator(); births.hasNext(); ) {
        Birth birth = births.next();
        boolean comes = birth.carrier().refersTo(Thread.currentThread());
        if (comes || birth.carrier().refersTo(null)) {
          births.remove();
        }
        if (comes) {
          return birth.child();
        }
      }
    }
    return STRANGER;
  }

  /** The calling thread runs that one from now on. */
  void become(LogicalThread thread) {
    if (!thread.isStranger()) {
      thread.runBy(new WeakReference<>(Thread.currentThread()));
    }
    current.set(thread);
  }

  /** The calling thread goes on with the one that it ran before. */
  void resume(LogicalThread before) {
    current.set(before);
  }

  /** Has a thread run the child. To be called before it is started. */
  void assign(LogicalThread child, Thread to) {
    WeakReference<Thread> carrier = new WeakReference<>(to);
    child.runBy(carrier);
    synchronized (expected) {
      expected.add(new Birth(carrier, child));
    }
    started.put(to, child);
  }

  boolean isAssigned(Thread thread) {
    return started.get(thread) != null;
  }
}

package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ftmpj.common.memory.WeakIdentityMap;

/** Finds the program's thread that the calling thread runs. Any thread. */
final class CurrentThread {
  /** Stands for any thread that is not one of the program. */
  private static final LogicalThread STRANGER = LogicalThread.onBehalfOf(null);

  private final ThreadLocal<LogicalThread> current = ThreadLocal.withInitial(this::started);
  private final WeakIdentityMap<Thread, LogicalThread> started = new WeakIdentityMap<>();

  /**
   * The threads that have not begun yet, guarded by itself. A list, since taking the hash code of a
   * thread is not allowed: see {@link Uses}.
   */
  private final List<Birth> expected = new ArrayList<>();

  private record Birth(JvmCarrier carrier, LogicalThread child) {}

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

  /** Makes the calling thread run a thread of the program from now on. */
  void become(LogicalThread thread) {
    if (!thread.isStranger()) {
      thread.runBy(new JvmCarrier(Thread.currentThread()));
    }
    current.set(thread);
  }

  /** Makes the calling thread run its previous thread of the program again. */
  void resume(LogicalThread before) {
    current.set(before);
  }

  /** Assigns the child to the thread that will run it. To be called before that is started. */
  void assign(LogicalThread child, Thread to) {
    JvmCarrier carrier = new JvmCarrier(to);
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

package org.ftmpj.protocol.thread;

import java.util.function.Predicate;

/** The virtual machine's way of stopping threads. Any thread. */
public interface JvmStop {
  /** Makes a thread throw a {@code ThreadDeath}, wherever it is. */
  void stop(Thread target);

  /**
   * Makes another thread throw a {@code ThreadDeath} if it is in a place where it may end.
   *
   * @param place whether the thread may end there; called while it is suspended, so it must not
   *     take a lock that the thread may hold
   * @return whether it is stopped
   */
  boolean stopIf(Thread target, Predicate<Thread> place);
}

package org.ftmpj.protocol.thread;

import java.util.function.Predicate;

/** The virtual machine's way of stopping threads. Any thread. */
public interface JvmStop {
  /** Has the thread throw a {@code ThreadDeath}, wherever it is. */
  void stop(Thread target);

  /**
   * Has another thread throw a {@code ThreadDeath} if it is in a place where it may end.
   *
   * @param place whether it may; asked while the thread is suspended, so must take no lock that the
   *     thread may hold
   * @return whether it is stopped
   */
  boolean stopIf(Thread target, Predicate<Thread> place);
}

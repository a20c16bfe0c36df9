package org.ftmpj.protocol.thread;

import java.util.function.Predicate;

/** How the virtual machine stops threads. Any thread. */
public interface JvmStop {
  /** Has the thread throw a {@code ThreadDeath}, wherever it is. */
  void stop(Thread target);

  /**
   * Has another thread throw a {@code ThreadDeath} where it is, if that is a right place.
   *
   * @param place is asked while the thread does not run, so must take no lock that it may hold
   * @return whether it is stopped
   */
  boolean stopIf(Thread target, Predicate<Thread> place);
}

package org.ftmpj.transport.place;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicLong;

/** What woven code calls: kills the process when it passes the step for the n-th time. */
public final class Passing {
  /** The system property with that number. */
  static final String FATAL = "place.fatal";

  private static final int SIGKILL = 9;
  private static final AtomicLong LEFT = new AtomicLong(Long.getLong(FATAL));

  private Passing() {}

  /** Counts. */
  public static void pass() {
    if (LEFT.decrementAndGet() == 0) {
      kill();
    }
  }

  /** The public way to raise a signal refuses those that the JVM cannot handle. */
  private static void kill() {
    try {
      Method raise =
          Class.forName("jdk.internal.misc.Signal").getDeclaredMethod("raise0", int.class);
      raise.setAccessible(true);
      raise.invoke(null, SIGKILL);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    while (true) {
      // Not a step further until the signal is there.
      Thread.onSpinWait();
    }
  }
}

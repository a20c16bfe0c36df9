package org.ftmpj.interceptors.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Whether the calling thread holds a monitor. The JDK's answer is a call of native code, which
 * costs more than to enter and to leave the monitor. So where the virtual machine's word for the
 * monitor can be read, and says that no thread holds it, the JDK is not asked.
 */
final class MonitorOwnership {
  /** The JDK's class, whose package has to be exported to this class. */
  private static final String UNSAFE = "jdk.internal.misc.Unsafe";

  /** The bits of that word, the first one of each object, that tell; 4 is that of biased ones. */
  private static final long BITS = 7;

  /** The lowest bits of a free monitor's word in every HotSpot. */
  private static final long FREE = 1;

  /** Gives the word; null if this virtual machine is another one. */
  private static final MethodHandle WORD = word();

  private MonitorOwnership() {}

  static boolean holds(Object monitor) {
    return !isFree(WORD, monitor) && Thread.holdsLock(monitor);
  }

  /** Whether that virtual machine's word can be read. */
  static boolean areSeen() {
    return WORD != null;
  }

  /** Whether surely no thread holds it. */
  private static boolean isFree(MethodHandle word, Object monitor) {
    try {
      return word != null && ((long) word.invokeExact(monitor, 0L) & BITS) == FREE;
    } catch (Throwable e) {
      throw new LinkageError("the word of a monitor: " + e, e);
    }
  }

  private static MethodHandle word() {
    try {
      Class<?> unsafe = Class.forName(UNSAFE);
      MethodHandle word =
          MethodHandles.lookup()
              .findVirtual(
                  unsafe, "getLong", MethodType.methodType(long.class, Object.class, long.class))
              .bindTo(unsafe.getMethod("getUnsafe").invoke(null));
      return tells(word) ? word : null;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Whether the word shows correctly that a monitor is free, or that a thread has it. */
  private static boolean tells(MethodHandle word) {
    Object monitor = new Object();
    boolean free = isFree(word, monitor);
    synchronized (monitor) {
      boolean held = !isFree(word, monitor);
      System.identityHashCode(monitor); // makes the word refer to more than a stack
      return free && held && !isFree(word, monitor);
    }
  }
}

package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The thread-local values of threads. */
final class ThreadValues {
  private static final MethodHandle SET = set();

  private ThreadValues() {}

  private static MethodHandle set() {
    try {
      return MethodHandles.privateLookupIn(ThreadLocal.class, MethodHandles.lookup())
          .findSpecial(
              ThreadLocal.class,
              "set",
              MethodType.methodType(void.class, Object.class),
              ThreadLocal.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * An array with the calling thread's value, which may be null; null if it has none. Creates none.
   */
  static Object[] get(ThreadLocal<?> variable) {
    return get(variable, Thread.currentThread());
  }

  /** Likewise, for another thread, which must stand still. */
  static Object[] get(ThreadLocal<?> variable, Thread thread) {
    String field =
        variable instanceof InheritableThreadLocal ? "inheritableThreadLocals" : "threadLocals";
    try {
      Object map = open(Thread.class.getDeclaredField(field)).get(thread);
      if (map == null) {
        return null;
      }
      Method getEntry = map.getClass().getDeclaredMethod("getEntry", ThreadLocal.class);
      getEntry.setAccessible(true);
      Object entry = getEntry.invoke(map, variable);
      return entry == null
          ? null
          : new Object[] {open(entry.getClass().getDeclaredField("value")).get(entry)};
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field open(Field field) {
    field.setAccessible(true);
    return field;
  }

  /** Sets a value as {@link ThreadLocal#set} does, even if a subclass overrides that. */
  static void set(ThreadLocal<?> variable, Object value) {
    try {
      SET.invoke(variable, value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}

package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The values that the calling thread has for variables of threads. */
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

  /** An array with the value, which may be null; null if the thread has none. Makes none. */
  static Object[] get(ThreadLocal<?> variable) {
    return get(variable, Thread.currentThread());
  }

  /** The value of another thread, which stands still. */
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

  /** Sets a value as {@link ThreadLocal#set} does, whatever a subclass makes of it. */
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

package org.ftmpj.checkpoint.image;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * The values of {@code InheritableThreadLocal}s that threads have inherited. The threads' tables of
 * these are in an image; after a restart some variables have other hash codes.
 */
final class InheritedValues {
  private static final Field VALUES = field(Thread.class, "inheritableThreadLocals");
  private static final Class<?> MAP = VALUES.getType();
  private static final Field TABLE = field(MAP, "table");

  private InheritedValues() {}

  /** Rebuilds the tables of an image's threads. */
  static void complete(Object[] objects) {
    for (Object object : objects) {
      // The thread that runs main is a leaf: its values are those of the variables.
      if (object instanceof Thread thread && thread != Thread.currentThread()) {
        complete(thread);
      }
    }
  }

  private static void complete(Thread thread) {
    try {
      Object written = VALUES.get(thread);
      if (written == null) {
        return;
      }
      Object table = TABLE.get(written);
      Object made = null;
      for (int i = 0; i < Array.getLength(table); i++) {
        Reference<?> entry = (Reference<?>) Array.get(table, i);
        if (entry != null && entry.get() instanceof ThreadLocal<?> variable) {
          Object value = field(entry.getClass(), "value").get(entry);
          made = with(made, variable, value);
        }
      }
      VALUES.set(thread, made);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object with(Object map, ThreadLocal<?> variable, Object value)
      throws ReflectiveOperationException {
    if (map == null) {
      Constructor<?> make = MAP.getDeclaredConstructor(ThreadLocal.class, Object.class);
      make.setAccessible(true);
      return make.newInstance(variable, value);
    }
    Method set = MAP.getDeclaredMethod("set", ThreadLocal.class, Object.class);
    set.setAccessible(true);
    set.invoke(map, variable, value);
    return map;
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this JDK keeps values of threads elsewhere", e);
    }
  }
}

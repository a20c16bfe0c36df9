package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The fields that a class declares, including those hidden from the program. */
final class DeclaredFields {
  private static final Method ALL = all();

  private DeclaredFields() {}

  private static Method all() {
    try {
      Method method = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fields that the JDK hides in its own classes stay hidden. */
  static Field[] of(Class<?> type) {
    if (Tokens.isOfTheJdk(type)) {
      return type.getDeclaredFields();
    }
    try {
      return (Field[]) ALL.invoke(type, false);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError missing) {
        throw missing; // like getDeclaredFields: the class of a field is missing
      }
      throw new IllegalStateException(e);
    }
  }
}

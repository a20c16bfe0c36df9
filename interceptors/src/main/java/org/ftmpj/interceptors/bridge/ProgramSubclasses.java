package org.ftmpj.interceptors.bridge;

import java.lang.reflect.Method;

/**
 * Finds objects of the JDK's types whose class is the program's: it has code of the program, which
 * is woven itself.
 */
final class ProgramSubclasses {
  private ProgramSubclasses() {}

  /** Whether the class of the object is not the JDK's. */
  static boolean isOfProgram(Object object) {
    return object != null && object.getClass().getClassLoader() != null;
  }

  /**
   * The class of the JDK that a class is or extends; null if it, or a class of the program between,
   * overrides a method of it.
   */
  static Class<?> extendedWithoutChange(Class<?> type) {
    Class<?> ofJdk = type;
    while (ofJdk.getClassLoader() != null) {
      ofJdk = ofJdk.getSuperclass();
      if (ofJdk == null) {
        return null; // an interface
      }
    }
    for (Class<?> c = type; c != ofJdk; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (overrides(method, ofJdk)) {
          return null;
        }
      }
    }
    return ofJdk;
  }

  private static boolean overrides(Method method, Class<?> type) {
    try {
      type.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** Whether that method of the object is not the JDK's. */
  static boolean isOfProgram(Object object, String method) {
    if (!isOfProgram(object)) {
      return false;
    }
    try {
      Method called = object.getClass().getMethod(method);
      return called.getDeclaringClass().getClassLoader() != null;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // the caller names one of its interface
    }
  }
}

package org.ftmpj.interceptors.bridge;

import java.lang.reflect.Method;

/** Which objects that look like the JDK's have code of the program, which is woven itself. */
final class Shared {
  private Shared() {}

  /** Whether its class is none of the JDK's. */
  static boolean isOfProgram(Object object) {
    return object != null && object.getClass().getClassLoader() != null;
  }

  /** Whether that method of it is none of the JDK's. */
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

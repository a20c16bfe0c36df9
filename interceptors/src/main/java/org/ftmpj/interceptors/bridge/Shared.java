package org.ftmpj.interceptors.bridge;

/** Which collections and other containers of the JDK are made to be used by several threads. */
final class Shared {
  private static final ClassValue<Boolean> KNOWN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          String name = type.getName();
          return name.startsWith("java.util.concurrent.")
              || name.startsWith("java.util.Collections$Synchronized")
              || name.equals("java.lang.StringBuffer")
              || name.equals("java.util.Vector")
              || name.equals("java.util.Stack")
              || name.equals("java.util.Hashtable");
        }
      };

  private Shared() {}

  /** Whether its class is none of the JDK's. */
  static boolean isOfProgram(Object object) {
    return object != null && object.getClass().getClassLoader() != null;
  }

  static boolean is(Object collection) {
    return collection != null && KNOWN.get(collection.getClass());
  }
}

package org.ftmpj.interceptors.bridge;

import java.util.Set;

/** Which objects are compared without code of the program. */
final class SimpleComparison {
  private static final Set<String> PACKAGES = Set.of("java.lang", "java.math", "java.time");
  private static final Set<String> OTHERS =
      Set.of("java.util.UUID", "java.util.Date", "java.net.URI", "java.io.File");

  private static final ClassValue<Boolean> KNOWN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          boolean ofJdk = type.getClassLoader() == null;
          return type.isArray()
              || Enum.class.isAssignableFrom(type)
              || ofJdk
                  && (PACKAGES.contains(type.getPackageName()) || OTHERS.contains(type.getName()))
              || isIdentity(type);
        }
      };

  private SimpleComparison() {}

  static boolean is(Object object) {
    return object == null
        || object instanceof String
        || object instanceof Integer
        || object instanceof Long
        || KNOWN.get(object.getClass());
  }

  /**
   * The substitute of a key that only the program can compare: not to be compared within an event.
   */
  private record Hash(int code) {}

  /**
   * The substitute of a key where threads wait for those who compute it: like the JDK's bins, one
   * for each hash code. Not within an event.
   */
  static Object standIn(Object key) {
    return is(key) ? key : new Hash(key.hashCode());
  }

  /** Whether an object of that class is equal to itself only. */
  private static boolean isIdentity(Class<?> type) {
    try {
      return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class
          && type.getMethod("hashCode").getDeclaringClass() == Object.class
          && !Comparable.class.isAssignableFrom(type);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // each class has them
    }
  }
}

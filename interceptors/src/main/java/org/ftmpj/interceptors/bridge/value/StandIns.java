package org.ftmpj.interceptors.bridge.value;

import java.lang.reflect.Type;
import java.util.Map;

/**
 * Classes of FTMPJ whose objects the program has instead of those of the JDK: it sees the JDK's
 * classes.
 */
public final class StandIns {
  private static final String[] PACKAGES = {
    "org.ftmpj.interceptors.", "org.ftmpj.agent.", "org.ftmpj.checkpoint.bridge."
  };

  /** The replacements that do not extend the classes that they replace. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "org.ftmpj.interceptors.bridge.value.RecordedClock",
          "java.time.Clock$SystemClock",
          "org.ftmpj.interceptors.bridge.OrderedCondition",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject");

  private static final ClassValue<Class<?>> SHOWN =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
          return shown(type);
        }
      };

  private StandIns() {}

  private static Class<?> shown(Class<?> type) {
    String other = OTHERS.get(type.getName());
    if (other != null) {
      try {
        return Class.forName(other, false, null);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
    Class<?> shown = type;
    while (isOurs(shown)) {
      shown = shown.getSuperclass();
    }
    return shown;
  }

  private static boolean isOurs(Class<?> type) {
    for (String name : PACKAGES) {
      if (type.getName().startsWith(name) && !type.isInterface()) {
        return true;
      }
    }
    return false;
  }

  /** The class that the program sees of that one. */
  public static Class<?> of(Class<?> type) {
    return SHOWN.get(type);
  }

  /** Instead of {@link Object#getClass}. */
  public static Class<?> getClass(Object object) {
    return SHOWN.get(object.getClass());
  }

  /** Instead of {@link Class#getSuperclass}. */
  public static Class<?> getSuperclass(Class<?> type) {
    Class<?> parent = type.getSuperclass();
    return parent == null ? null : SHOWN.get(parent);
  }

  /** Instead of {@link Class#getGenericSuperclass}. */
  public static Type getGenericSuperclass(Class<?> type) {
    Type parent = type.getGenericSuperclass();
    return parent instanceof Class<?> of ? SHOWN.get(of) : parent;
  }
}

package org.ftmpj.interceptors.threads;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The objects that threads share in an object of the JDK that stands for another one: a view of a
 * map, a synchronized collection, a delegating executor. Any thread.
 */
public final class Roots {
  /** Have to be open to this class. */
  public static final Set<String> JDK_PACKAGES = Set.of("java.util", "java.util.concurrent");

  private static final String UTIL = "java.util.";
  private static final String CONCURRENT = "java.util.concurrent.";

  /** The field that refers to the other object, by class. */
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry(UTIL + "Collections$SynchronizedCollection", "mutex"),
          Map.entry(UTIL + "Collections$SynchronizedMap", "mutex"),
          Map.entry(CONCURRENT + "ConcurrentHashMap$CollectionView", "map"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$EntrySet", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$KeySet", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$SubMap", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$Values", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListSet", "m"),
          Map.entry(CONCURRENT + "CopyOnWriteArrayList$COWSubList", "this$0"),
          Map.entry(CONCURRENT + "CopyOnWriteArrayList$Reversed", "base"),
          Map.entry(CONCURRENT + "ExecutorCompletionService", "executor"),
          Map.entry(CONCURRENT + "Executors$DelegatedExecutorService", "e"));

  private static final ClassValue<Field> KNOWN =
      new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> type) {
          return field(type);
        }
      };

  private Roots() {}

  static Object of(Object shared) {
    Object at = shared;
    while (at != null) {
      Field field = KNOWN.get(at.getClass());
      Object next = field == null ? at : get(field, at);
      if (next == at) {
        return at;
      }
      at = next;
    }
    return shared;
  }

  private static Object get(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw unknown(field.getDeclaringClass(), e);
    }
  }

  /** The field to follow; null if objects of that class stand for themselves. */
  private static Field field(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      String name = FIELDS.get(c.getName());
      if (name != null) {
        try {
          Field field = c.getDeclaredField(name);
          field.setAccessible(true);
          return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
          throw unknown(c, e);
        }
      }
    }
    return null;
  }

  private static FtmpjException unknown(Class<?> type, Exception why) {
    return new FtmpjException(
        ErrorCode.INTERNAL, "This Java's " + type.getName() + " is not the one known: " + why, why);
  }
}

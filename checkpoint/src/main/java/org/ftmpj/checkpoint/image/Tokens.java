package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Objects in static fields that every virtual machine has by itself, such as {@code
 * Collections.EMPTY_LIST}: leaves, known by the field. Of classes of the JDK these are the final
 * fields.
 */
final class Tokens {
  private final Map<Object, Field> fields = new IdentityHashMap<>();
  private final Set<Class<?>> classes = new HashSet<>();

  static boolean isOfTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /**
   * Adds those of a class that is initialised. What was added once stays what it is, also if the
   * field has another value by now.
   */
  void add(Class<?> type) {
    boolean finalOnly = isOfTheJdk(type);
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)
          && !field.getType().isPrimitive()
          && (Modifier.isFinal(modifiers) || !finalOnly)) {
        Object value = valueOf(field);
        if (value != null && !isValue(value) && fields.putIfAbsent(value, field) == null) {
          classes.add(value.getClass());
        }
      }
    }
  }

  /** What is found again by other means. */
  private static boolean isValue(Object object) {
    return object instanceof String || object instanceof Class || Boxes.isBox(object.getClass());
  }

  static Object valueOf(Field field) {
    return JdkMemory.getReference(JdkMemory.staticBase(field), JdkMemory.staticOffset(field));
  }

  /** Whether any token is of that class. */
  boolean concern(Class<?> type) {
    return classes.contains(type);
  }

  /** The field that holds that object; null if it is no token. */
  Field fieldOf(Object object) {
    return fields.get(object);
  }
}

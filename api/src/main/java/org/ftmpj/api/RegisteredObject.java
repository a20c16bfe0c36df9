package org.ftmpj.api;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object of the program with its checkpointed fields, those of its superclasses first. */
final class RegisteredObject {
  private final Object object;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  /**
   * Finds the fields.
   *
   * @throws IllegalArgumentException if the object has no such field, or one cannot be set
   */
  RegisteredObject(Object object) {
    this.object = object;
    add(object.getClass());
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(
          object.getClass().getName() + " has no field with @Checkpointed");
    }
  }

  private void add(Class<?> type) {
    if (type == null) {
      return;
    }
    add(type.getSuperclass());
    boolean all = type.isAnnotationPresent(Checkpointed.class);
    for (Field field : type.getDeclaredFields()) {
      boolean named = field.isAnnotationPresent(Checkpointed.class);
      int skipped = Modifier.STATIC | Modifier.TRANSIENT;
      if (named || all && (field.getModifiers() & skipped) == 0 && !field.isSynthetic()) {
        add(field);
      }
    }
  }

  private void add(Field field) {
    String name = field.getDeclaringClass().getName() + '.' + field.getName();
    if ((field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) != 0) {
      throw new IllegalArgumentException(
          name + " is static or final: its value cannot be restored");
    }
    field.setAccessible(true);
    fields.put(name, field);
  }

  Object object() {
    return object;
  }

  /** The names of the fields with their classes, in an order that the classes decide. */
  List<String> names() {
    return List.copyOf(fields.keySet());
  }

  Object get(String name) {
    try {
      return fields.get(name).get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // was made accessible
    }
  }

  /**
   * Sets a field.
   *
   * @param value of a fitting class, as the field had it
   */
  void set(String name, Object value) {
    try {
      fields.get(name).set(object, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // was made accessible
    }
  }
}

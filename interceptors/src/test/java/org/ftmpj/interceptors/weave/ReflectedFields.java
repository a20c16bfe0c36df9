package org.ftmpj.interceptors.weave;

import java.lang.reflect.Field;
import org.ftmpj.interceptors.bridge.value.IdentityFields;

/** Finds them by reflection, which shows all members where there is no agent. */
final class ReflectedFields implements IdentityFields {

  private static Field find(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(NAME)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    return null;
  }

  @Override
  public boolean has(Class<?> type) {
    return find(type) != null;
  }

  @Override
  public int get(Object object) {
    try {
      return find(object.getClass()).getInt(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void set(Object object, int number) {
    try {
      find(object.getClass()).setInt(object, number);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}

package org.ftmpj.agent;

import org.ftmpj.checkpoint.image.JdkMemory;
import org.ftmpj.interceptors.bridge.value.IdentityFields;

/** The identity hash codes of objects of the program, by the places of their fields in memory. */
final class HiddenFields implements IdentityFields {
  private static final long NONE = -1;

  private static final ClassValue<Long> OFFSETS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return offset(type);
        }
      };

  private static long offset(Class<?> type) {
    long offset = NONE;
    for (Class<?> each = type;
        offset == NONE && each != null && each.getClassLoader() != null;
        each = each.getSuperclass()) {
      offset = JdkMemory.offset(each, NAME).orElse(NONE);
    }
    return offset;
  }

  @Override
  public boolean has(Class<?> type) {
    return OFFSETS.get(type) != NONE;
  }

  @Override
  public int get(Object object) {
    return JdkMemory.getInt(object, OFFSETS.get(object.getClass()));
  }

  @Override
  public void set(Object object, int number) {
    JdkMemory.putInt(object, OFFSETS.get(object.getClass()), number);
  }
}

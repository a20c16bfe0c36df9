package org.ftmpj.checkpoint.image;

import java.util.Set;

/** Boxed values. {@code valueOf} returns the same object for each value that its cache has. */
final class Boxes {
  private static final Set<Class<?>> TYPES =
      Set.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  private Boxes() {}

  static boolean isBox(Class<?> type) {
    return TYPES.contains(type);
  }

  static boolean isCached(Object box) {
    return !(box instanceof Float || box instanceof Double) && of(box.getClass(), bits(box)) == box;
  }

  static long bits(Object box) {
    if (box instanceof Boolean value) {
      return value ? 1 : 0;
    }
    return box instanceof Character value ? value : ((Number) box).longValue();
  }

  /** The cached box of a value. */
  static Object of(Class<?> type, long bits) {
    if (type == Boolean.class) {
      return bits == 1;
    } else if (type == Byte.class) {
      return (byte) bits;
    } else if (type == Short.class) {
      return (short) bits;
    } else if (type == Character.class) {
      return (char) bits;
    } else if (type == Integer.class) {
      return (int) bits;
    }
    return bits;
  }
}

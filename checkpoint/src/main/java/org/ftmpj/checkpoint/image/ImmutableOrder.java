package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;

/**
 * The iteration order of {@code Set.of} and {@code Map.of}. The JDK draws it for each virtual
 * machine, and an iterator in an image goes on in it. With option {@code values.hash} the agent
 * sets the same order in all incarnations.
 */
final class ImmutableOrder {
  private static final String COLLECTIONS = "java.util.ImmutableCollections";

  private ImmutableOrder() {}

  /** A number that identifies the order in this virtual machine. */
  static long current() {
    try {
      Class<?> collections = Class.forName(COLLECTIONS);
      long salt = salt(collections.getDeclaredField("SALT32L"));
      Field reverse = collections.getDeclaredField("REVERSE");
      return salt << 1
          | JdkMemory.getByte(JdkMemory.staticBase(reverse), JdkMemory.staticOffset(reverse));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long salt(Field field) {
    return JdkMemory.getLong(JdkMemory.staticBase(field), JdkMemory.staticOffset(field));
  }
}

package org.ftmpj.agent;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The order in which {@code Set.of}, {@code Map.of} and their copies are walked: the JDK draws it
 * for each virtual machine. It decides nothing else, so it can be set.
 */
final class IterationOrder {
  /** The package that has to be exported to this class. */
  static final String JDK_PACKAGE = "jdk.internal.misc";

  private static final String COLLECTIONS = "java.util.ImmutableCollections";

  /** The classes in it that read those fields. */
  private static final List<String> READERS =
      List.of("$Set12", "$Set12$1", "$SetN$SetNIterator", "$MapN$MapNIterator");

  private static final long INTEGER = 0xFFFF_FFFFL;

  private IterationOrder() {}

  /**
   * Sets it. To be called early, before any such collection is iterated.
   *
   * @param job the same for all incarnations of a rank
   * @param warning told if this JDK decides it otherwise
   * @return classes to be transformed again: code that has been compiled of them has the old order
   *     in it
   */
  static List<Class<?>> set(String job, Consumer<String> warning) {
    long salt = job.hashCode() * 0x9E37_79B9_7F4A_7C15L >>> 16 & INTEGER;
    try {
      Class<?> collections = Class.forName(COLLECTIONS);
      Statics statics = new Statics();
      statics.put(collections.getDeclaredField("SALT32L"), salt);
      statics.put(collections.getDeclaredField("REVERSE"), (salt & 1) == 0);
      return readers();
    } catch (ReflectiveOperationException e) {
      warning.accept("the order of Set.of and Map.of is not repeated: " + e);
      return List.of();
    }
  }

  private static List<Class<?>> readers() throws ClassNotFoundException {
    List<Class<?>> readers = new ArrayList<>();
    for (String name : READERS) {
      readers.add(Class.forName(COLLECTIONS + name));
    }
    return readers;
  }

  /** Writes static fields, final ones too. */
  private static final class Statics {
    private final Object unsafe;

    Statics() throws ReflectiveOperationException {
      unsafe = Class.forName(JDK_PACKAGE + ".Unsafe").getMethod("getUnsafe").invoke(null);
    }

    void put(Field field, long value) throws ReflectiveOperationException {
      method("putLong", Object.class, long.class, long.class)
          .invoke(unsafe, base(field), offset(field), value);
    }

    void put(Field field, boolean value) throws ReflectiveOperationException {
      method("putBoolean", Object.class, long.class, boolean.class)
          .invoke(unsafe, base(field), offset(field), value);
    }

    private Object base(Field field) throws ReflectiveOperationException {
      return method("staticFieldBase", Field.class).invoke(unsafe, field);
    }

    private Object offset(Field field) throws ReflectiveOperationException {
      return method("staticFieldOffset", Field.class).invoke(unsafe, field);
    }

    private Method method(String name, Class<?>... types) throws ReflectiveOperationException {
      return unsafe.getClass().getMethod(name, types);
    }
  }
}

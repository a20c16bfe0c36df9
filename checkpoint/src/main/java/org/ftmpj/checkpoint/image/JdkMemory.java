package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Reads and writes objects as they lie in memory, and makes them without a constructor, by the
 * JDK's own {@code Unsafe}. The one of {@code sun.misc} does not do: it refuses records and hidden
 * classes. Types of its methods differ between releases, so they are bound by method handles.
 *
 * <p>{@link JdkPackages#NEEDED} have to be open before the class is initialised.
 */
public final class JdkMemory {
  private static final Class<?> TYPE = typeOfUnsafe();
  private static final Object UNSAFE = unsafe();

  private static final MethodHandle GET_REFERENCE =
      bound("getReference", Object.class, Object.class, long.class);
  private static final MethodHandle PUT_REFERENCE =
      bound("putReference", void.class, Object.class, long.class, Object.class);
  private static final MethodHandle GET_LONG =
      bound("getLong", long.class, Object.class, long.class);
  private static final MethodHandle PUT_LONG =
      bound("putLong", void.class, Object.class, long.class, long.class);
  private static final MethodHandle GET_INT = bound("getInt", int.class, Object.class, long.class);
  private static final MethodHandle PUT_INT =
      bound("putInt", void.class, Object.class, long.class, int.class);
  private static final MethodHandle GET_SHORT =
      bound("getShort", short.class, Object.class, long.class);
  private static final MethodHandle PUT_SHORT =
      bound("putShort", void.class, Object.class, long.class, short.class);
  private static final MethodHandle GET_BYTE =
      bound("getByte", byte.class, Object.class, long.class);
  private static final MethodHandle PUT_BYTE =
      bound("putByte", void.class, Object.class, long.class, byte.class);
  private static final MethodHandle COMPARE_AND_SET_LONG =
      bound("compareAndSetLong", boolean.class, Object.class, long.class, long.class, long.class);
  private static final MethodHandle COPY_MEMORY =
      bound(
          "copyMemory", void.class, Object.class, long.class, Object.class, long.class, long.class);
  private static final MethodHandle ALLOCATE = bound("allocateInstance", Object.class, Class.class);
  private static final MethodHandle IS_NOT_INITIALISED =
      bound("shouldBeInitialized", boolean.class, Class.class);
  private static final MethodHandle INITIALISE =
      bound("ensureClassInitialized", void.class, Class.class);
  private static final MethodHandle FIELD_OFFSET =
      bound("objectFieldOffset", long.class, Field.class);
  private static final MethodHandle STATIC_OFFSET =
      bound("staticFieldOffset", long.class, Field.class);
  private static final MethodHandle STATIC_BASE =
      bound("staticFieldBase", Object.class, Field.class);
  private static final long ADDRESS = addressOffset();

  private JdkMemory() {}

  private static Class<?> typeOfUnsafe() {
    try {
      return Class.forName("jdk.internal.misc.Unsafe");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object unsafe() {
    try {
      return TYPE.getMethod("getUnsafe").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle bound(String name, Class<?> result, Class<?>... parameters) {
    try {
      return MethodHandles.lookup()
          .findVirtual(TYPE, name, MethodType.methodType(result, parameters))
          .bindTo(UNSAFE);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AssertionError impossible(Throwable e) {
    return new AssertionError("memory access failed", e);
  }

  static Object getReference(Object object, long offset) {
    try {
      return (Object) GET_REFERENCE.invokeExact(object, offset);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void putReference(Object object, long offset, Object value) {
    try {
      PUT_REFERENCE.invokeExact(object, offset, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static long getLong(Object object, long offset) {
    try {
      return (long) GET_LONG.invokeExact(object, offset);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void putLong(Object object, long offset, long value) {
    try {
      PUT_LONG.invokeExact(object, offset, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int getInt(Object object, long offset) {
    try {
      return (int) GET_INT.invokeExact(object, offset);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void putInt(Object object, long offset, int value) {
    try {
      PUT_INT.invokeExact(object, offset, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static short getShort(Object object, long offset) {
    try {
      return (short) GET_SHORT.invokeExact(object, offset);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void putShort(Object object, long offset, short value) {
    try {
      PUT_SHORT.invokeExact(object, offset, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static byte getByte(Object object, long offset) {
    try {
      return (byte) GET_BYTE.invokeExact(object, offset);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void putByte(Object object, long offset, byte value) {
    try {
      PUT_BYTE.invokeExact(object, offset, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static boolean compareAndSetLong(Object object, long offset, long expected, long value) {
    try {
      return (boolean) COMPARE_AND_SET_LONG.invokeExact(object, offset, expected, value);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /**
   * Copies bytes between arrays of primitives, or memory by its address where there is no array.
   */
  static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    try {
      COPY_MEMORY.invokeExact(from, fromOffset, to, toOffset, bytes);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** A new object of that class, all zero; the class is initialised by that. */
  static Object allocate(Class<?> type) {
    try {
      return (Object) ALLOCATE.invokeExact(type);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Whether the class has been initialised without an error. */
  public static boolean isInitialised(Class<?> type) {
    try {
      return !(boolean) IS_NOT_INITIALISED.invokeExact(type);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void initialise(Class<?> type) {
    try {
      INITIALISE.invokeExact(type);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static long offset(Field field) {
    try {
      return (long) FIELD_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static long staticOffset(Field field) {
    try {
      return (long) STATIC_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static Object staticBase(Field field) {
    try {
      return (Object) STATIC_BASE.invokeExact(field);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Where the memory of a buffer outside of the heap begins. */
  static long address(ByteBuffer direct) {
    return getLong(direct, ADDRESS);
  }

  private static long addressOffset() {
    try {
      return offset(Buffer.class.getDeclaredField("address"));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where the elements of arrays of that class begin. */
  static long arrayBase(Class<?> array) {
    return number("arrayBaseOffset", array);
  }

  /** Bytes that an element of arrays of that class takes. */
  static int arrayScale(Class<?> array) {
    return (int) number("arrayIndexScale", array);
  }

  private static long number(String method, Class<?> array) {
    try {
      return ((Number) TYPE.getMethod(method, Class.class).invoke(UNSAFE, array)).longValue();
    } catch (ReflectiveOperationException e) {
      throw impossible(e);
    }
  }
}

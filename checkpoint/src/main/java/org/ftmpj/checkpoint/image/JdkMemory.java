package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Reads and writes objects in memory, and creates them without a constructor, by the JDK's internal
 * {@code Unsafe}. That of {@code sun.misc} refuses records and hidden classes. Methods whose types
 * differ between releases are called by reflection.
 *
 * <p>{@link JdkPackages#NEEDED} have to be open before the class is initialised.
 */
public final class JdkMemory {
  private static final ObjectMemory MEMORY = MemoryClass.make();
  private static final Class<?> TYPE = typeOfUnsafe();
  private static final Object UNSAFE = unsafe();
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

  private static AssertionError impossible(Throwable e) {
    return new AssertionError("memory access failed", e);
  }

  static Object getReference(Object object, long offset) {
    return MEMORY.getReference(object, offset);
  }

  static void putReference(Object object, long offset, Object value) {
    MEMORY.putReference(object, offset, value);
  }

  static long getLong(Object object, long offset) {
    return MEMORY.getLong(object, offset);
  }

  static void putLong(Object object, long offset, long value) {
    MEMORY.putLong(object, offset, value);
  }

  public static int getInt(Object object, long offset) {
    return MEMORY.getInt(object, offset);
  }

  public static void putInt(Object object, long offset, int value) {
    MEMORY.putInt(object, offset, value);
  }

  static short getShort(Object object, long offset) {
    return MEMORY.getShort(object, offset);
  }

  static void putShort(Object object, long offset, short value) {
    MEMORY.putShort(object, offset, value);
  }

  static byte getByte(Object object, long offset) {
    return MEMORY.getByte(object, offset);
  }

  static void putByte(Object object, long offset, byte value) {
    MEMORY.putByte(object, offset, value);
  }

  static boolean compareAndSetLong(Object object, long offset, long expected, long value) {
    return MEMORY.compareAndSetLong(object, offset, expected, value);
  }

  /** Copies bytes between arrays of primitives; a null array stands for memory by its address. */
  static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    MEMORY.copyMemory(from, fromOffset, to, toOffset, bytes);
  }

  /** Creates an object with all fields zero; this initialises the class. */
  static Object allocate(Class<?> type) {
    try {
      return MEMORY.allocateInstance(type);
    } catch (InstantiationException e) {
      throw impossible(e);
    }
  }

  /** Whether the class has been initialised without an error. */
  public static boolean isInitialised(Class<?> type) {
    return !MEMORY.shouldBeInitialized(type);
  }

  static void initialise(Class<?> type) {
    MEMORY.ensureClassInitialized(type);
  }

  /** The offset of a declared field in objects of a class, even if it is hidden from reflection. */
  public static OptionalLong offset(Class<?> declaring, String field) {
    try {
      return OptionalLong.of(MEMORY.objectFieldOffset(declaring, field));
    } catch (InternalError noSuchField) {
      return OptionalLong.empty();
    }
  }

  static long offset(Field field) {
    return MEMORY.objectFieldOffset(field);
  }

  static long staticOffset(Field field) {
    return MEMORY.staticFieldOffset(field);
  }

  static Object staticBase(Field field) {
    return MEMORY.staticFieldBase(field);
  }

  /** The address of a direct buffer's memory. */
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

  /** The offset of the elements in arrays of a class. */
  static long arrayBase(Class<?> array) {
    return number("arrayBaseOffset", array);
  }

  /** The bytes of an element in arrays of a class. */
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

package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;

/**
 * The methods of the JDK's internal {@code Unsafe} that images use, with the same names and types.
 * {@link MemoryClass} generates the implementation.
 */
interface ObjectMemory {
  Object getReference(Object object, long offset);

  void putReference(Object object, long offset, Object value);

  long getLong(Object object, long offset);

  void putLong(Object object, long offset, long value);

  int getInt(Object object, long offset);

  void putInt(Object object, long offset, int value);

  short getShort(Object object, long offset);

  void putShort(Object object, long offset, short value);

  byte getByte(Object object, long offset);

  void putByte(Object object, long offset, byte value);

  boolean compareAndSetLong(Object object, long offset, long expected, long value);

  void copyMemory(Object from, long fromOffset, Object to, long toOffset, long bytes);

  Object allocateInstance(Class<?> type) throws InstantiationException;

  boolean shouldBeInitialized(Class<?> type);

  void ensureClassInitialized(Class<?> type);

  long objectFieldOffset(Field field);

  long objectFieldOffset(Class<?> declaring, String name);

  long staticFieldOffset(Field field);

  Object staticFieldBase(Field field);
}

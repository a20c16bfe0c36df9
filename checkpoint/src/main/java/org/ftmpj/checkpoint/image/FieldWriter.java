package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import org.ftmpj.checkpoint.frame.FinalFields;

/** Reads and writes fields in memory. Any thread. */
public final class FieldWriter implements FinalFields {

  @Override
  public void put(Object object, Class<?> declaring, String field, Object value) {
    Field found = field(declaring, field);
    long offset = JdkMemory.offset(found);
    Class<?> type = found.getType();
    if (!type.isPrimitive()) {
      JdkMemory.putReference(object, offset, value);
    } else if (type == long.class) {
      JdkMemory.putLong(object, offset, (Long) value);
    } else if (type == double.class) {
      JdkMemory.putLong(object, offset, Double.doubleToRawLongBits((Double) value));
    } else if (type == int.class) {
      JdkMemory.putInt(object, offset, (Integer) value);
    } else if (type == float.class) {
      JdkMemory.putInt(object, offset, Float.floatToRawIntBits((Float) value));
    } else if (type == short.class) {
      JdkMemory.putShort(object, offset, (Short) value);
    } else if (type == char.class) {
      JdkMemory.putShort(object, offset, (short) ((Character) value).charValue());
    } else if (type == byte.class) {
      JdkMemory.putByte(object, offset, (Byte) value);
    } else {
      JdkMemory.putByte(object, offset, (byte) ((Boolean) value ? 1 : 0));
    }
  }

  @Override
  public Object get(Object object, Class<?> declaring, String field) {
    Field found = field(declaring, field);
    long offset = JdkMemory.offset(found);
    if (found.getType() == boolean.class) {
      return JdkMemory.getByte(object, offset) != 0;
    }
    return found.getType() == int.class
        ? (Object) JdkMemory.getInt(object, offset)
        : JdkMemory.getReference(object, offset);
  }

  private static Field field(Class<?> declaring, String name) {
    try {
      return declaring.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}

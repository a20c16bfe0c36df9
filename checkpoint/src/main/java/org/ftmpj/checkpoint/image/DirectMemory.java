package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The memory outside of the heap that the program has from {@code ByteBuffer.allocateDirect}. An
 * image has it with the buffer that owns it; slices and views lead to that buffer. At a restart a
 * new buffer allocates the memory, and the old one becomes a view of it.
 */
final class DirectMemory {
  private static final Class<?> BYTES = type("java.nio.DirectByteBuffer");
  private static final Class<?> FREED_BY = type("java.nio.DirectByteBuffer$Deallocator");
  private static final long ADDRESS = offset(Buffer.class, "address");
  private static final long OWNER = offset(BYTES, "att");
  private static final long CLEANER = offset(BYTES, "cleaner");
  private static final long FREEING = offset(type("jdk.internal.ref.Cleaner"), "thunk");

  /** The distance by which the memory of each owner has moved. */
  private final Map<Object, Long> moved = new IdentityHashMap<>();

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == BYTES && field.equals("cleaner");
  }

  /** The reason why the memory cannot be captured; null if it can. */
  static String refusal(Buffer direct) {
    Object owner = direct;
    for (Object next = direct; next != null; next = next(owner)) {
      owner = next;
    }
    return isOwner(owner)
        ? null
        : "a buffer outside of the heap that ByteBuffer.allocateDirect has not made, such as a file"
            + " in memory";
  }

  /** The buffer whose memory this buffer shows a part of; null if it owns its memory. */
  private static Object next(Object buffer) {
    for (Class<?> each = buffer.getClass(); each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals("att") || field.getName().equals("bb")) {
          return JdkMemory.getReference(buffer, JdkMemory.offset(field));
        }
      }
    }
    return null;
  }

  private static boolean isOwner(Object object) {
    Object cleaner =
        BYTES.isInstance(object) && JdkMemory.getReference(object, OWNER) == null
            ? JdkMemory.getReference(object, CLEANER)
            : null;
    return cleaner != null && FREED_BY.isInstance(JdkMemory.getReference(cleaner, FREEING));
  }

  /** Writes the memory of a direct buffer after its fields; writes nothing for other objects. */
  static void write(Object object, ImageOutput to) throws IOException {
    if (BYTES.isInstance(object)) {
      boolean isOwner = isOwner(object);
      to.putByte(isOwner ? 1 : 0);
      if (isOwner) {
        ByteBuffer buffer = (ByteBuffer) object;
        to.putElements(null, JdkMemory.address(buffer), buffer.capacity());
      }
    }
  }

  void read(Object object, ImageInput from) throws IOException {
    if (BYTES.isInstance(object) && from.getByte() == 1) {
      ByteBuffer buffer = (ByteBuffer) object;
      ByteBuffer made = ByteBuffer.allocateDirect(buffer.capacity());
      from.getElements(null, JdkMemory.address(made), buffer.capacity());
      moved.put(buffer, JdkMemory.address(made) - JdkMemory.address(buffer));
      JdkMemory.putReference(buffer, OWNER, made);
    }
  }

  /**
   * Allocates the memory of restored buffers. To be called when all objects of the image (null at
   * 0) have their fields.
   */
  void complete(Object[] objects) {
    if (moved.isEmpty()) {
      return;
    }
    for (Object object : objects) {
      if (object instanceof Buffer buffer && buffer.isDirect()) {
        Object owner = buffer;
        while (owner != null && !moved.containsKey(owner)) {
          owner = next(owner);
        }
        long by = owner == null ? 0 : moved.get(owner);
        JdkMemory.putLong(buffer, ADDRESS, JdkMemory.getLong(buffer, ADDRESS) + by);
      }
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK has other buffers", e);
    }
  }

  private static long offset(Class<?> declaring, String field) {
    return JdkMemory.offset(declaring, field).orElseThrow();
  }
}

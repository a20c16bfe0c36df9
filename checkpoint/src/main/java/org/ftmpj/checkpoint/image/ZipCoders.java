package org.ftmpj.checkpoint.image;

import java.lang.ref.Cleaner.Cleanable;
import java.util.Set;

/**
 * What a {@code Deflater} or an {@code Inflater} works with outside of the heap, until it is ended.
 * Streams of the JDK end theirs when they are closed.
 */
final class ZipCoders {
  private static final Set<String> OUTSIDE =
      Set.of(
          "java.util.zip.Deflater$DeflaterZStreamRef", "java.util.zip.Inflater$InflaterZStreamRef");

  private static final String CLEANABLE = "cleanable";

  private ZipCoders() {}

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return field.equals(CLEANABLE) && OUTSIDE.contains(declaring.getName());
  }

  /** Null if it can be captured, or is something else. */
  static String refusal(Object object) {
    if (!OUTSIDE.contains(object.getClass().getName())) {
      return null;
    }
    long address = JdkMemory.offset(object.getClass(), "address").orElseThrow();
    return JdkMemory.getLong(object, address) == 0
        ? null
        : "data that is being compressed or expanded, outside of the heap until its stream is"
            + " closed, or its end() is called";
  }

  /** Those of an image have ended, and may be told to end again. */
  static void complete(Object[] objects) {
    Cleanable nothing = () -> {};
    for (Object object : objects) {
      if (object != null && OUTSIDE.contains(object.getClass().getName())) {
        long offset = JdkMemory.offset(object.getClass(), CLEANABLE).orElseThrow();
        JdkMemory.putReference(object, offset, nothing);
      }
    }
  }
}

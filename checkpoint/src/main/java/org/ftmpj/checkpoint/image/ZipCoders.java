package org.ftmpj.checkpoint.image;

import java.lang.ref.Cleaner.Cleanable;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.ftmpj.checkpoint.bridge.RepeatableZip;

/**
 * The native memory of a {@code Deflater} or an {@code Inflater}, which it has until it is ended.
 * The program's coders are reconstructed from their input ({@link RepeatableZip}); others must have
 * ended: streams of the JDK end theirs when they are closed.
 */
final class ZipCoders {
  private static final Set<String> OUTSIDE =
      Set.of(
          "java.util.zip.Deflater$DeflaterZStreamRef", "java.util.zip.Inflater$InflaterZStreamRef");

  private static final String FIELD = "zsRef";

  /** The name of a {@link RepeatableZip}, which is created again wherever it is restored. */
  private static final String AGAIN = "again";

  private static final String CLEANABLE = "cleanable";

  private ZipCoders() {}

  static boolean isOfTheMachine(Class<?> type, Class<?> declaring, String field) {
    return field.equals(CLEANABLE) && OUTSIDE.contains(declaring.getName())
        || field.equals(AGAIN) && RepeatableZip.class.isAssignableFrom(declaring)
        || field.equals(FIELD)
            && RepeatableZip.class.isAssignableFrom(type)
            && (declaring == Deflater.class || declaring == Inflater.class);
  }

  /** The reason why a coder cannot be captured; null if it can, and for other objects. */
  static String refusal(Object object) {
    if (object instanceof RepeatableZip zip) {
      return zip.isRepeatable()
          ? null
          : "it has been given more than 16 MiB of data since it was made or reset, by which it"
              + " would be made again";
    }
    if (!OUTSIDE.contains(object.getClass().getName())) {
      return null;
    }
    long address = JdkMemory.offset(object.getClass(), "address").orElseThrow();
    return JdkMemory.getLong(object, address) == 0
        ? null
        : "data that is being compressed or expanded, outside of the heap until its stream is"
            + " closed, or its end() is called";
  }

  /**
   * Reconstructs the coders. To be called when all objects have their fields. Those that are no
   * {@link RepeatableZip} have ended, and may be ended again.
   *
   * @param objects all of the image, null at 0
   */
  static void complete(Object[] objects) {
    Cleanable nothing = () -> {};
    for (Object object : objects) {
      if (object instanceof RepeatableZip zip) {
        Object again = zip.again();
        Class<?> declaring = again instanceof Deflater ? Deflater.class : Inflater.class;
        long outside = JdkMemory.offset(declaring, FIELD).orElseThrow();
        JdkMemory.putReference(object, outside, JdkMemory.getReference(again, outside));
      } else if (object != null && OUTSIDE.contains(object.getClass().getName())) {
        long offset = JdkMemory.offset(object.getClass(), CLEANABLE).orElseThrow();
        JdkMemory.putReference(object, offset, nothing);
      }
    }
  }
}

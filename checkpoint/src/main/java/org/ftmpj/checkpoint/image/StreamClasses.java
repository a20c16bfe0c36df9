package org.ftmpj.checkpoint.image;

import java.io.ObjectStreamClass;

/**
 * What streams of objects know of classes. By the constructor there the JDK makes objects without
 * one of their own class: it looks like that of another class, so it is taken from what this
 * process knows of the class.
 */
final class StreamClasses {
  private static final String CONSTRUCTOR = "cons";

  private StreamClasses() {}

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == ObjectStreamClass.class && field.equals(CONSTRUCTOR);
  }

  /** To be called when all objects have their fields, with all of the image, null at 0. */
  static void complete(Object[] objects) {
    for (Object object : objects) {
      if (object instanceof ObjectStreamClass known && known.forClass() != null) {
        long offset = JdkMemory.offset(ObjectStreamClass.class, CONSTRUCTOR).orElseThrow();
        Object own = ObjectStreamClass.lookupAny(known.forClass());
        JdkMemory.putReference(known, offset, JdkMemory.getReference(own, offset));
      }
    }
  }
}

package org.ftmpj.checkpoint.image;

import java.io.ObjectStreamClass;

/**
 * The class descriptions of object streams. By the constructor in them the JDK creates objects
 * without their own class's constructor. It looks like another class's constructor, so it is taken
 * from this process's description of the class.
 */
final class StreamClasses {
  private static final String CONSTRUCTOR = "cons";

  private StreamClasses() {}

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == ObjectStreamClass.class && field.equals(CONSTRUCTOR);
  }

  /**
   * Sets the constructors. To be called when all objects of the image (null at 0) have their
   * fields.
   */
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

package org.ftmpj.checkpoint.image;

import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;

/**
 * Executors of {@code newSingleThreadExecutor}, which Java from 21 on shuts down when nothing
 * refers to them any more: where they are restored they are registered for that again.
 */
final class SelfEndingExecutors {
  private static final String TYPE =
      "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService";

  private static final String CLEANABLE = "cleanable";

  private SelfEndingExecutors() {}

  static boolean isOfTheMachine(Class<?> type, String field) {
    return type.getName().equals(TYPE) && field.equals(CLEANABLE);
  }

  /**
   * To be called when all objects have their fields.
   *
   * @param objects all of the image, null at 0
   */
  static void register(Object[] objects) {
    for (Object object : objects) {
      if (object != null && object.getClass().getName().equals(TYPE)) {
        register(object);
      }
    }
  }

  private static void register(Object owner) {
    try {
      Class<?> type = owner.getClass();
      ExecutorService executor =
          (ExecutorService) reference(owner, type.getSuperclass().getDeclaredField("e"));
      Cleaner cleaner =
          (Cleaner)
              Class.forName(JdkPackages.CLEANER + ".CleanerFactory")
                  .getMethod("cleaner")
                  .invoke(null);
      JdkMemory.putReference(
          owner,
          JdkMemory.offset(type.getDeclaredField(CLEANABLE)),
          cleaner.register(owner, executor::shutdown));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK shuts executors down otherwise", cause(e));
    }
  }

  private static Throwable cause(ReflectiveOperationException e) {
    return e instanceof InvocationTargetException ? e.getCause() : e;
  }

  private static Object reference(Object object, Field field) {
    return JdkMemory.getReference(object, JdkMemory.offset(field));
  }
}

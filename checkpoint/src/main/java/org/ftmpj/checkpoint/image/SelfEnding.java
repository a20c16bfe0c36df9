package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.ExecutorService;

/**
 * Registers objects that end their thread when they become unreachable again after a restart:
 * executors of {@code newSingleThreadExecutor} from Java 21 on, and timers.
 */
final class SelfEnding {
  private static final String TYPE =
      "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService";

  private static final String CLEANABLE = "cleanable";
  private static final String CLEANUP = "cleanup";

  private SelfEnding() {}

  static boolean isOfTheMachine(Class<?> type, String field) {
    return type.getName().equals(TYPE) && field.equals(CLEANABLE)
        || type == Timer.class && field.equals(CLEANUP);
  }

  /**
   * Registers them. To be called when all objects have their fields.
   *
   * @param objects all of the image, null at 0
   */
  static void register(Object[] objects) {
    try {
      for (Object object : objects) {
        if (object instanceof Timer timer) {
          register(timer);
        } else if (object != null && object.getClass().getName().equals(TYPE)) {
          registerExecutor(object);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK ends threads otherwise", e);
    }
  }

  private static void registerExecutor(Object owner) throws ReflectiveOperationException {
    Class<?> type = owner.getClass();
    ExecutorService executor =
        (ExecutorService) reference(owner, type.getSuperclass().getDeclaredField("e"));
    register(owner, type.getDeclaredField(CLEANABLE), executor::shutdown);
  }

  private static void register(Timer timer) throws ReflectiveOperationException {
    Object reaper = JdkMemory.allocate(Class.forName("java.util.Timer$ThreadReaper"));
    for (String part : List.of("queue", "thread")) {
      JdkMemory.putReference(
          reaper,
          JdkMemory.offset(reaper.getClass().getDeclaredField(part)),
          reference(timer, Timer.class.getDeclaredField(part)));
    }
    register(timer, Timer.class.getDeclaredField(CLEANUP), (Runnable) reaper);
  }

  private static void register(Object owner, Field cleanable, Runnable end)
      throws ReflectiveOperationException {
    JdkMemory.putReference(
        owner, JdkMemory.offset(cleanable), Descriptors.cleaner().register(owner, end));
  }

  private static Object reference(Object object, Field field) {
    return JdkMemory.getReference(object, JdkMemory.offset(field));
  }
}

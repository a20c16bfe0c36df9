package org.ftmpj.transport.journal;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The permission to use the memory methods of {@code sun.misc.Unsafe}, which Chronicle cannot do
 * without. Java 24 and newer warn of their first use, on the program's standard error, and later
 * ones refuse it, unless the {@code java} command has the option {@code
 * --sun-misc-unsafe-memory-access=allow}. Older Java does not know that option, and an agent comes
 * too late for options. But the option is a saved property of the virtual machine that Unsafe reads
 * when it is initialized, and it can be another one just then.
 */
final class UnsafeAccess {
  private static final String OPTION = "sun.misc.unsafe.memory.access";
  private static final String ALLOW = "allow";
  private static final String UNSAFE = "sun.misc.Unsafe";
  private static final String JDK_VM = "jdk.internal.misc.VM";

  /** The first Java version that has the option. */
  private static final int FIRST = 23;

  private UnsafeAccess() {}

  /**
   * Permits the use of Unsafe. To be called before Chronicle is used.
   *
   * @throws FtmpjException {@code NO_UNSAFE} if Unsafe is there already, and refuses
   */
  static void permit() {
    if (Runtime.version().feature() < FIRST) {
      return;
    }
    try {
      initialize();
      requirePermission();
    } catch (ReflectiveOperationException | RuntimeException e) {
      if (e instanceof FtmpjException coded) {
        throw coded;
      }
      throw new FtmpjException(
          ErrorCode.NO_UNSAFE, "the use of " + UNSAFE + " cannot be permitted: " + e, e);
    }
  }

  private static void initialize() throws ReflectiveOperationException {
    Field saved = Class.forName(JDK_VM).getDeclaredField("savedProps");
    saved.setAccessible(true);
    Object asStarted = saved.get(null);
    Map<Object, Object> allowing = new HashMap<>((Map<?, ?>) asStarted);
    allowing.put(OPTION, ALLOW);
    saved.set(null, allowing);
    try {
      Class.forName(UNSAFE);
    } finally {
      saved.set(null, asStarted);
    }
  }

  /** Requires the permission: another agent may have used Unsafe first. */
  private static void requirePermission() throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName(UNSAFE);
    String option = field(unsafe, "MEMORY_ACCESS_OPTION").get(null).toString();
    switch (option) {
      case "ALLOW" -> {}
      case "WARN" -> field(unsafe, "memoryAccessWarned").setBoolean(null, true);
      default ->
          throw new FtmpjException(
              ErrorCode.NO_UNSAFE,
              "another agent has initialized %s before FTMPJ, with --%s=%s"
                  .formatted(UNSAFE, OPTION.replace('.', '-'), option.toLowerCase(Locale.ROOT)));
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}

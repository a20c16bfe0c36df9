package org.ftmpj.interceptors.program;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of methods of {@link Object} by the name of an interface that does not declare them itself,
 * as compilers write from Java 18 on. Older ones name {@code Object}, which means the same, so that
 * what follows has to know that only. Any thread.
 */
public final class ObjectMethods {
  private static final String OBJECT = "java/lang/Object";

  /** Whether an interface of the JDK has such a method. */
  private static final Map<Call, Boolean> DECLARED = new ConcurrentHashMap<>();

  private ObjectMethods() {}

  /**
   * The call as older compilers write it; itself if it is of another method.
   *
   * @param call by the name of an interface
   */
  public static Call named(Call call) {
    return isOfObject(call) && !isDeclared(call)
        ? new Call(OBJECT, call.name(), call.descriptor())
        : call;
  }

  private static boolean isOfObject(Call call) {
    return switch (call.name()) {
      case "hashCode" -> call.descriptor().equals("()I");
      case "equals" -> call.descriptor().equals("(Ljava/lang/Object;)Z");
      case "toString" -> call.descriptor().equals("()Ljava/lang/String;");
      default -> false;
    };
  }

  /**
   * Whether the JDK declares the method: then the replacement for {@code Object} is right for the
   * program's own classes.
   */
  private static boolean isDeclared(Call call) {
    return call.owner().startsWith("java")
        && DECLARED.computeIfAbsent(call, ObjectMethods::isDeclaredByJdk);
  }

  private static boolean isDeclaredByJdk(Call call) {
    try {
      Class<?> type =
          Class.forName(
              call.owner().replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
      if (call.name().equals("equals")) {
        type.getMethod(call.name(), Object.class);
      } else {
        type.getMethod(call.name());
      }
      return true;
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return false;
    }
  }
}

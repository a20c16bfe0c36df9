package org.ftmpj.checkpoint.weave;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;

/** Calls the main method of a class as the Java launcher of Java 25 does. */
final class Launch {
  private static final Class<?>[][] PARAMETERS = {{String[].class}, {}};

  private Launch() {}

  static void main(Class<?> type, String... arguments) throws ReflectiveOperationException {
    for (Class<?>[] parameters : PARAMETERS) {
      Method main = find(type, parameters);
      if (main != null) {
        main.setAccessible(true);
        Object self = Modifier.isStatic(main.getModifiers()) ? null : make(type);
        main.invoke(self, parameters.length == 0 ? new Object[0] : new Object[] {arguments});
        return;
      }
    }
    throw new NoSuchMethodException(type + " has no main");
  }

  /** The name of the class that declares it. */
  static String owner(Class<?> type) {
    return Stream.of(PARAMETERS)
        .map(parameters -> find(type, parameters))
        .filter(main -> main != null)
        .findFirst()
        .orElseThrow()
        .getDeclaringClass()
        .getName();
  }

  private static Method find(Class<?> type, Class<?>[] parameters) {
    try {
      return type.getMethod("main", parameters);
    } catch (NoSuchMethodException notPublic) {
      return Stream.of(type.getDeclaredMethods())
          .filter(m -> m.getName().equals("main"))
          .filter(m -> java.util.Arrays.equals(m.getParameterTypes(), parameters))
          .findFirst()
          .orElse(null);
    }
  }

  private static Object make(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}

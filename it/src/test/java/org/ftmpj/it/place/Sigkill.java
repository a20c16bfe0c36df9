package org.ftmpj.it.place;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/** The process kills itself as {@code kill -9} does. */
final class Sigkill implements Fate {
  private static final int NUMBER = 9;

  private final Method raise;

  /** The public way to raise a signal refuses those that the JVM cannot handle. */
  Sigkill(Instrumentation instrumentation) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("jdk.internal.misc.Signal");
    Module own = Sigkill.class.getModule();
    instrumentation.redefineModule(
        signal.getModule(),
        Set.of(),
        Map.of(),
        Map.of(signal.getPackageName(), Set.of(own)),
        Set.of(),
        Map.of());
    raise = signal.getDeclaredMethod("raise0", int.class);
    raise.setAccessible(true);
  }

  @Override
  public void strike() {
    try {
      raise.invoke(null, NUMBER);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot kill this process", e);
    }
  }
}

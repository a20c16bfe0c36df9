package org.ftmpj.transport.place;

import java.lang.reflect.Method;
import java.util.Arrays;

/** Runs a program that is killed at a step. */
final class KilledAt {
  private KilledAt() {}

  /** Arguments: the step, at which passing of it, the program's main class, its arguments. */
  public static void main(String[] arguments)
      throws ReflectiveOperationException, java.io.IOException {
    System.setProperty(Passing.FATAL, arguments[1]);
    try (WeavingLoader loader = new WeavingLoader(Step.valueOf(arguments[0]))) {
      Thread.currentThread().setContextClassLoader(loader);
      Method main = loader.loadClass(arguments[2]).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) Arrays.copyOfRange(arguments, 3, arguments.length));
    }
  }
}

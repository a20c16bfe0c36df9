package org.ftmpj.launcher;

import java.io.Console;

/** Whether a user looks on while a command runs. */
final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  static boolean isThere() {
    return isOne(Console.class, System.console());
  }

  /**
   * Whether a console is a terminal. Since Java 22 a {@link Console} can exist without one, and has
   * a method that says so; in older releases it exists only with a terminal.
   *
   * @param console the console; null if there is none
   */
  static boolean isOne(Class<?> type, Object console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) type.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException olderJava) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}

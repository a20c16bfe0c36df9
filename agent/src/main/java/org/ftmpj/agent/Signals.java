package org.ftmpj.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.common.config.LogLevel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The meaning of signals for a rank (protocol rule EXIT_RECORD): SIGTERM is a failure, like
 * SIGKILL; SIGINT and SIGHUP go to the whole terminal, and the launcher decides.
 */
final class Signals {
  private static final int TERMINATED = 143;

  private Signals() {}

  /**
   * Called by reflection, because the compiler warns of {@code sun.misc.Signal} whatever it is
   * told.
   *
   * @param isFirst whether nothing of that name was told yet in the job
   */
  static void handle(Predicate<String> isFirst, Diagnostics diagnostics) {
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> receive(arguments[0].toString()));
      handle("TERM", type, handler);
      handle("INT", type, handler);
      handle("HUP", type, handler);
    } catch (InvocationTargetException e) {
      diagnostics.say(
          isFirst.test("signals") ? LogLevel.WARN : LogLevel.INFO,
          "signals are left to the virtual machine (%s), as with -Xrs: a SIGTERM to this rank ends"
                  .formatted(e.getCause().getMessage())
              + " the job's program instead of counting as a failure");
    } catch (ReflectiveOperationException e) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_JAVA,
          "signals cannot be handled with Java " + Runtime.version(),
          e);
    }
  }

  /** SIG_IGN would be inherited by the program's children; a handler is not. */
  private static Object receive(String signal) {
    if (signal.equals("SIGTERM")) {
      Runtime.getRuntime().halt(TERMINATED);
    }
    return null;
  }

  private static void handle(String name, Class<?> handlerType, Object handler)
      throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    signal
        .getMethod("handle", signal, handlerType)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
  }
}

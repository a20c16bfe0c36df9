package org.ftmpj.supervisor.ending;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Finds out which signal ends this process: the JVM's shutdown does not tell. */
final class ReceivedSignal {
  /** The JVM's exit code for signals, to which it adds the number of the signal. */
  private static final int EXIT_CODE = 128;

  private static volatile String name = "a signal";

  private ReceivedSignal() {}

  /** The name of the signal, for the user. */
  static String name() {
    return name;
  }

  /**
   * Begins to note signals; the process ends as it would otherwise. Signals that were ignored when
   * the JVM started stay ignored. Called by reflection, as the compiler's warning of {@code
   * sun.misc.Signal} cannot be suppressed.
   */
  static void watch() {
    try {
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              ReceivedSignal.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) -> receive(arguments[0]));
      handle("INT", handlerType, handler);
      handle("TERM", handlerType, handler);
      handle("HUP", handlerType, handler);
    } catch (InvocationTargetException reducedSignals) {
      return; // With -Xrs the virtual machine does not handle them either.
    } catch (ReflectiveOperationException e) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_JAVA,
          "signals cannot be handled with Java " + Runtime.version(),
          e);
    }
  }

  private static void handle(String signal, Class<?> handlerType, Object handler)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Signal");
    type.getMethod("handle", type, handlerType)
        .invoke(null, type.getConstructor(String.class).newInstance(signal), handler);
  }

  private static Object receive(Object signal) throws ReflectiveOperationException {
    String text = signal.toString();
    name = text.equals("SIGINT") ? "SIGINT (Ctrl-C)" : text;
    int number = (Integer) signal.getClass().getMethod("getNumber").invoke(signal);
    System.exit(EXIT_CODE + number);
    return null;
  }
}

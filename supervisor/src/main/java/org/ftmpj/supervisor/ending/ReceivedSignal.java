package org.ftmpj.supervisor.ending;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Which signal ends this process: the JVM's shutdown does not tell. */
final class ReceivedSignal {
  /** As the JVM itself ends. */
  private static final int EXIT_CODE = 128;

  private static volatile String name = "a signal";

  private ReceivedSignal() {}

  /** Its name, for the user. */
  static String name() {
    return name;
  }

  /**
   * From now on the name is noted; the process ends as without this. What was ignored when the JVM
   * started stays so. Called by reflection, because the compiler warns of {@code sun.misc.Signal}
   * whatever it is told.
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

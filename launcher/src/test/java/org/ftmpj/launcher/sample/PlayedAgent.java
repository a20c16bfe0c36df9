package org.ftmpj.launcher.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.ExitRecord;

/**
 * What the launcher needs of the agent: the life-line, the exit record, something to follow, and
 * that signals leave no exit record.
 */
public final class PlayedAgent {
  private PlayedAgent() {}

  public static void premain(String arguments) throws Exception {
    // Something to follow, which no event logger takes for a log.
    Files.createDirectories(layout().determinants().resolve("0.new"));
    for (String signal : List.of("TERM", "INT", "HUP")) {
      handle(signal);
    }
    Thread lifeLine = new Thread(PlayedAgent::haltAtItsEnd, "life-line");
    lifeLine.setDaemon(true);
    lifeLine.start();
    Runtime.getRuntime().addShutdownHook(new Thread(PlayedAgent::recordTheEnd));
  }

  /** By reflection, because the compiler warns of {@code sun.misc.Signal}. */
  private static void handle(String name) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    signal
        .getMethod("handle", signal, handler)
        .invoke(
            null,
            signal.getConstructor(String.class).newInstance(name),
            Proxy.newProxyInstance(
                PlayedAgent.class.getClassLoader(),
                new Class<?>[] {handler},
                (proxy, method, arguments) -> receive(name)));
  }

  private static Object receive(String signal) {
    if (signal.equals("TERM")) {
      Runtime.getRuntime().halt(143);
    }
    return null;
  }

  private static void haltAtItsEnd() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      Runtime.getRuntime().halt(99);
    }
    Runtime.getRuntime().halt(98);
  }

  private static void recordTheEnd() {
    new ExitRecord.Program(number("FT_INCARNATION"), OptionalInt.empty())
        .write(layout().exitRecord(number("FT_RANK")));
  }

  static JobLayout layout() {
    return new JobLayout(Path.of(System.getenv("FT_JOB_DIR")));
  }

  static int number(String variable) {
    return Integer.parseInt(System.getenv(variable));
  }
}

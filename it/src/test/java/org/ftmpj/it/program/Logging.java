package org.ftmpj.it.program;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.logging.log4j.LogManager;

/**
 * Logs each step with every library, with the time. What they print is compared if a rank is run
 * again.
 */
public final class Logging {
  private static final Logger OF_THE_JDK = Logger.getLogger("jul");
  private static final LoggerContext LOGBACK = new LoggerContext();

  private Logging() {}

  /** All that a record says of itself. */
  private static final class All extends Formatter {
    @Override
    public String format(LogRecord record) {
      return "%s %s %d %d %s.%s %s%n"
          .formatted(
              record.getLoggerName(),
              record.getInstant(),
              record.getSequenceNumber(),
              record.getLongThreadID(),
              record.getSourceClassName(),
              record.getSourceMethodName(),
              record.getMessage());
    }
  }

  public static void main(String[] args) {
    ConsoleHandler handler = new ConsoleHandler();
    handler.setFormatter(new All());
    OF_THE_JDK.addHandler(handler);
    OF_THE_JDK.setUseParentHandlers(false);
    org.apache.log4j.BasicConfigurator.configure();
    LOGBACK.setMDCAdapter(new LogbackMDCAdapter());
    BasicConfigurator configurator = new BasicConfigurator();
    configurator.setContext(LOGBACK);
    configurator.configure(LOGBACK);
    Steps.run(args, Logging::step);
  }

  private static Object step(int step, int rank, int size) {
    String text = "step " + step;
    OF_THE_JDK.info(text);
    Logger.getLogger("jul.plain").info(text);
    System.getLogger("jul.system").log(System.Logger.Level.WARNING, text);
    org.apache.log4j.Logger.getLogger("log4j").info(text);
    LogManager.getLogger("log4j2").error(text);
    LOGBACK.getLogger("logback").info(text);
    return "logged";
  }
}

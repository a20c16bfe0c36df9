package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.ftmpj.checkpoint.image.JdkMemory;

/**
 * The settings of {@code java.util.logging} that the program has made: levels, handlers and filters
 * of loggers. Not read, and so not initialised, if the program does not log that way. The thread
 * that runs main.
 */
final class LoggingSettings implements CheckpointPart {
  private static final String ROOT = "";

  /** Restored ones, which the manager refers to weakly. */
  private final List<Logger> restored = new ArrayList<>();

  private static boolean areInUse() {
    return JdkMemory.isInitialised(LogManager.class);
  }

  private static List<Logger> loggers() {
    List<Logger> loggers = new ArrayList<>();
    for (String name : Collections.list(LogManager.getLogManager().getLoggerNames())) {
      Logger logger = LogManager.getLogManager().getLogger(name);
      if (logger != null) {
        loggers.add(logger);
      }
    }
    return loggers;
  }

  /** Whether there is one handler for the console, as by default. */
  private static boolean areUsual(Handler[] handlers) {
    LogManager manager = LogManager.getLogManager();
    if (handlers.length != 1 || handlers[0].getClass() != ConsoleHandler.class) {
      return false;
    }
    String name = ConsoleHandler.class.getName();
    String level = manager.getProperty(name + ".level");
    String formatter = manager.getProperty(name + ".formatter");
    return handlers[0].getLevel().getName().equals(level == null ? "INFO" : level.trim())
        && handlers[0].getFilter() == null
        && handlers[0].getEncoding() == null
        && handlers[0]
            .getFormatter()
            .getClass()
            .getName()
            .equals(formatter == null ? SimpleFormatter.class.getName() : formatter.trim());
  }

  @Override
  public Object saved() {
    if (!areInUse()) {
      return null;
    }
    List<Object[]> kept = new ArrayList<>();
    for (Logger logger : loggers()) {
      Handler[] handlers = logger.getHandlers();
      boolean isRoot = ROOT.equals(logger.getName());
      boolean asUsual = isRoot ? areUsual(handlers) : handlers.length == 0;
      Object[] settings = {
        logger.getName(),
        logger.getLevel(),
        logger.getUseParentHandlers(),
        logger.getFilter(),
        asUsual ? null : handlers
      };
      if (settings[1] != null || !(boolean) settings[2] || settings[3] != null || !asUsual) {
        kept.add(settings);
      }
    }
    return kept;
  }

  @Override
  public String what() {
    return "a handler or filter of java.util.logging";
  }

  @Override
  public void restore(Object saved) {
    if (saved != null) {
      ((List<?>) saved).forEach(settings -> restore((Object[]) settings));
    }
  }

  private void restore(Object[] settings) {
    Logger logger = Logger.getLogger((String) settings[0]);
    logger.setLevel((Level) settings[1]);
    logger.setUseParentHandlers((Boolean) settings[2]);
    logger.setFilter((Filter) settings[3]);
    if (settings[4] != null) {
      for (Handler usual : logger.getHandlers()) {
        logger.removeHandler(usual);
      }
      for (Handler handler : (Handler[]) settings[4]) {
        logger.addHandler(handler);
      }
    }
    restored.add(logger);
  }
}

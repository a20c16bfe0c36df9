package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.ftmpj.checkpoint.image.JdkMemory;

/**
 * What the program has set of {@code java.util.logging}, and its manager holds: the levels of
 * loggers are kept; handlers other than the usual one of the root logger rule a checkpoint out. Not
 * looked at, and so not initialised, where the program does not log that way. The thread that runs
 * main.
 */
final class LoggingSettings implements Kept {
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

  /** What would be lost of it. */
  Optional<String> obstacle() {
    if (!areInUse()) {
      return Optional.empty();
    }
    for (Logger logger : loggers()) {
      Handler[] handlers = logger.getHandlers();
      boolean isRoot = ROOT.equals(logger.getName());
      boolean asUsual = isRoot ? areUsual(handlers) : handlers.length == 0;
      if (!asUsual) {
        return Optional.of(
            (isRoot ? "the root logger" : "logger " + logger.getName())
                + " of java.util.logging has handlers that the program has set");
      }
    }
    return Optional.empty();
  }

  /** One handler for the console, as every virtual machine has it that is told nothing else. */
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
  public Object kept() {
    if (!areInUse()) {
      return null;
    }
    Map<String, String> levels = new TreeMap<>();
    for (Logger logger : loggers()) {
      if (logger.getLevel() != null) {
        levels.put(logger.getName(), logger.getLevel().getName());
      }
    }
    return levels;
  }

  @Override
  public void restore(Object kept) {
    if (kept == null) {
      return;
    }
    Map<?, ?> levels = (Map<?, ?>) kept;
    levels.forEach(
        (name, level) -> {
          Logger logger = Logger.getLogger((String) name);
          logger.setLevel(Level.parse((String) level));
          restored.add(logger);
        });
  }
}

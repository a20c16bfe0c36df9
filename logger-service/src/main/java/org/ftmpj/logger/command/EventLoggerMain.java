package org.ftmpj.logger.command;

import picocli.CommandLine;

/** Runs {@link LoggerCommand} on its own. */
public final class EventLoggerMain {
  private EventLoggerMain() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new LoggerCommand()).execute(args));
  }
}

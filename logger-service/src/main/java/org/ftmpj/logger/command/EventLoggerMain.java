package org.ftmpj.logger.command;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import picocli.CommandLine;

/** Runs {@link LoggerCommand} as a program of its own. */
public final class EventLoggerMain {
  private EventLoggerMain() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new LoggerCommand())
        .setParameterExceptionHandler(
            (e, args) ->
                LoggerCommand.report(
                    e.getCommandLine(),
                    new FtmpjException(
                        ErrorCode.BAD_COMMAND, "ftmpj logger: " + e.getMessage(), e)));
  }
}

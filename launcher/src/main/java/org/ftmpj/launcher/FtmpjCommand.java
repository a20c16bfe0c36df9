package org.ftmpj.launcher;

import org.ftmpj.launcher.demo.DemoCommand;
import org.ftmpj.logger.command.LoggerCommand;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ftmpj}. */
@Command(
    name = "ftmpj",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Runs MPJ Express programs that survive the death of any of their processes.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      JobsCommand.class,
      StatusCommand.class,
      VerifyCommand.class,
      InspectCommand.class,
      CleanCommand.class,
      LoggerCommand.class,
      DemoCommand.class
    })
public final class FtmpjCommand implements Runnable {
  /** What FTMPJ's own errors exit with; programs exit with their own codes. */
  static final int ERROR = 70;

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new FtmpjCommand());
    // Everything from the program's name on is the program's, whatever it looks like.
    line.getSubcommands().get("run").setStopAtPositional(true);
    return line.setParameterExceptionHandler((e, args) -> report(e.getCommandLine(), badCommand(e)))
        .setExecutionExceptionHandler((e, failed, result) -> report(failed, ours(e)));
  }

  private static FtmpjException badCommand(ParameterException e) {
    return new FtmpjException(
        ErrorCode.BAD_COMMAND,
        e.getCommandLine().getCommandSpec().qualifiedName() + ": " + e.getMessage());
  }

  private static FtmpjException ours(Exception e) {
    return e instanceof FtmpjException coded
        ? coded
        : new FtmpjException(ErrorCode.INTERNAL, e.toString(), e);
  }

  private static int report(CommandLine line, FtmpjException e) {
    line.getErr().println("ftmpj: " + e.getMessage());
    if (e.code() == ErrorCode.INTERNAL) {
      e.printStackTrace(line.getErr());
    }
    line.getErr().flush();
    return ERROR;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command was given");
  }
}

package org.ftmpj.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.archive.ArchiveCommand;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.demo.DemoCommand;
import org.ftmpj.launcher.hosts.CoordinateCommand;
import org.ftmpj.launcher.hosts.HostdCommand;
import org.ftmpj.logger.command.LoggerCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code ftmpj}. */
@Command(
    name = "ftmpj",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Runs MPJ Express programs that survive the death of any of their processes.",
    synopsisSubcommandLabel = "COMMAND")
public final class FtmpjCommand implements Runnable {
  /** System property: commands of the script that starts this one, separated by spaces. */
  private static final String OTHER_COMMANDS = "ftmpj.commands";

  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          HostdCommand.class,
          CoordinateCommand.class,
          JobsCommand.class,
          StatusCommand.class,
          CheckpointCommand.class,
          ResumeCommand.class,
          KillCommand.class,
          VerifyCommand.class,
          InspectCommand.class,
          CleanCommand.class,
          LoggerCommand.class,
          DemoCommand.class,
          ArchiveCommand.class);

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    CommandLine line = commandLine(args);
    int code = line.execute(args);
    // Help and versions are printed by picocli, which does not look.
    System.exit(code == 0 && System.out.checkError() ? report(line, CommandOutput.lost()) : code);
  }

  /** Knows that command only, if the first argument is one: each takes its time to be set up. */
  private static CommandLine commandLine(String[] args) {
    List<Class<?>> named =
        COMMANDS.stream().filter(c -> args.length > 0 && name(c).equals(args[0])).toList();
    return commandLine(named.isEmpty() ? COMMANDS : named);
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  private static CommandLine commandLine(List<Class<?>> commands) {
    CommandLine line = new CommandLine(new FtmpjCommand());
    commands.forEach(line::addSubcommand);
    CommandLine run = line.getSubcommands().get("run");
    if (run != null) {
      // Everything from the program's name on is the program's, whatever it looks like.
      run.setStopAtPositional(true);
    }
    // Without it, --version of a command prints nothing.
    line.getSubcommands().values().forEach(c -> c.getCommandSpec().versionProvider(new Version()));
    collectErrors(line);
    line.registerConverter(Path.class, FileNames::path);
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(FtmpjCommand::checkAndRun)
        .setParameterExceptionHandler((e, args) -> report(e.getCommandLine(), badCommand(e)))
        .setExecutionExceptionHandler((e, failed, result) -> report(failed, ours(e)));
  }

  private static void collectErrors(CommandLine line) {
    line.getCommandSpec().parser().collectErrors(true);
    line.getSubcommands().values().forEach(FtmpjCommand::collectErrors);
  }

  /** The message of a problem, with the words that can be meant instead of an unknown one. */
  private static String message(Exception problem) {
    return problem instanceof UnmatchedArgumentException unmatched
        ? UnknownArgument.message(
            unmatched, List.of(System.getProperty(OTHER_COMMANDS, "").split(" ")))
        : problem.getMessage();
  }

  /** Everything that is wrong with the command line is said at once. */
  private static int checkAndRun(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    CommandLine last = commands.get(commands.size() - 1);
    List<String> problems = new ArrayList<>();
    for (CommandLine each : commands) {
      List<Exception> errors = each.getParseResult().errors();
      errors.stream().filter(e -> !isTold(e, errors)).forEach(e -> add(e, problems));
    }
    if (last.getParent() == null && !problems.isEmpty()) {
      // What follows an unknown command is unknown, too.
      problems.subList(1, problems.size()).clear();
    }
    if (last.getCommand() instanceof ValidatedCommand command && !isHelpRequested(last)) {
      problems.addAll(command.problems());
      if (!problems.isEmpty()) {
        problems.addAll(command.optionProblems());
      }
    }
    if (!problems.isEmpty()) {
      throw new ParameterException(last, String.join("; ", problems));
    }
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      // Also where the system allows no more threads.
      throw new CommandLine.ExecutionException(
          last, e.getMessage(), FtmpjException.unexpected("", e));
    }
  }

  /**
   * Whether the problem is reported already: picocli reports missing parameters once, and again for
   * each after the first.
   */
  private static boolean isTold(Exception problem, List<Exception> before) {
    return problem instanceof MissingParameterException missing
        && before.stream()
            .takeWhile(other -> other != problem)
            .anyMatch(
                other ->
                    other instanceof MissingParameterException
                        && missing.getMissing().stream()
                            .allMatch(one -> other.getMessage().contains(quoted(one))));
  }

  private static String quoted(ArgSpec parameter) {
    return "'" + parameter.paramLabel() + "'";
  }

  private static void add(Exception problem, List<String> problems) {
    String message = message(problem);
    if (!problems.contains(message)) {
      problems.add(message);
    }
  }

  private static boolean isHelpRequested(CommandLine line) {
    return line.isUsageHelpRequested() || line.isVersionHelpRequested();
  }

  private static FtmpjException badCommand(ParameterException e) {
    return new FtmpjException(
        ErrorCode.BAD_COMMAND,
        e.getCommandLine().getCommandSpec().qualifiedName() + ": " + message(e));
  }

  private static FtmpjException ours(Exception e) {
    return e instanceof FtmpjException coded
        ? coded
        : FileNames.unknown(e).orElseGet(() -> FtmpjException.unexpected("", e));
  }

  private static int report(CommandLine line, FtmpjException e) {
    line.getErr().println("ftmpj: " + e.getMessage());
    FileNames.unknownDirectory()
        .ifPresent(why -> line.getErr().println("ftmpj: " + why.getMessage()));
    if (e.code() == ErrorCode.INTERNAL) {
      e.printStackTrace(line.getErr());
    }
    line.getErr().flush();
    return e.code().exitCode();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command was given");
  }
}

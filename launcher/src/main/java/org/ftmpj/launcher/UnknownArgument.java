package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.config.Spelling;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The message about an argument that a command does not know, with what was perhaps meant. */
final class UnknownArgument {
  /** Options of MPJ Express's mpjrun that need no counterpart, or have another one. */
  private static final Map<String, String> OF_MPJRUN =
      Map.of(
          "-dev", "FTMPJ brings a device of its own; for MPJ Express's use --stock",
          "-machinesfile", "did you mean --machinefile?",
          "-wdir", "the program runs in the working directory",
          "-src", "all ranks run on this host and read the same class path",
          "-version", "did you mean --version?");

  private static final String FILE_OF_HOSTS = "--machinefile";

  /** What it is called elsewhere. */
  private static final Set<String> FILES_OF_HOSTS =
      Set.of(
          "--hostfile",
          "-hostfile",
          "--hostsfile",
          "--hosts-file",
          "--host-file",
          "-f",
          "-machinefile",
          "--machines",
          "--machinesfile",
          "--machine-file");

  private UnknownArgument() {}

  /**
   * The message with one problem for each argument.
   *
   * @param otherCommands that can stand where a command of the launcher can
   */
  static String message(UnmatchedArgumentException e, List<String> otherCommands) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    List<String> problems = new ArrayList<>();
    // What follows an unknown command is unknown, too.
    boolean isCommand = !command.subcommands().isEmpty();
    List<String> unmatched = isCommand ? e.getUnmatched().subList(0, 1) : e.getUnmatched();
    for (String argument : unmatched) {
      boolean option = argument.startsWith("-");
      String what = option ? "option" : isCommand ? "command" : "argument";
      String hint = hint(argument, option, command, otherCommands);
      problems.add("unknown " + what + " '" + argument + "'" + hint);
    }
    return String.join("; ", problems);
  }

  private static String hint(
      String argument, boolean option, CommandSpec command, List<String> otherCommands) {
    String name = option ? argument.split("=", 2)[0] : argument;
    if (command.name().equals("run") && OF_MPJRUN.containsKey(name)) {
      return ": " + OF_MPJRUN.get(name);
    }
    if (FILES_OF_HOSTS.contains(name) && command.optionsMap().containsKey(FILE_OF_HOSTS)) {
      return ", did you mean " + FILE_OF_HOSTS + "?";
    }
    if (command.name().equals("run") && name.startsWith("-X")) {
      return ": give an option of the JVM as -J " + argument;
    }
    return meant(name, option, command, otherCommands)
        .map(nearest -> ", did you mean " + nearest + "?")
        .orElse("");
  }

  private static Optional<String> meant(
      String name, boolean option, CommandSpec command, List<String> otherCommands) {
    Collection<String> names = new ArrayList<>();
    if (option) {
      names.addAll(command.optionsMap().keySet());
    } else {
      names.addAll(command.subcommands().keySet());
      names.addAll(command.subcommands().isEmpty() ? List.of() : otherCommands);
    }
    return Spelling.nearest(name, names);
  }
}

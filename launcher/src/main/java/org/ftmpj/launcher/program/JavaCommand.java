package org.ftmpj.launcher.program;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.launcher.install.Installation;

/** The command line of a process that the launcher starts. */
public final class JavaCommand {
  private JavaCommand() {}

  /**
   * Runs java so that a Ctrl-C at the terminal, which goes to every process there, reaches the
   * launcher only: the rank would take it for a failure and be restarted. A JVM leaves a signal
   * alone that was ignored when it started.
   */
  public static ProcessBuilder of(List<String> arguments) {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "ftmpj"));
    command.add(Installation.java().toString());
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}

package org.ftmpj.launcher;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** What a command prints. */
final class Answer {
  private Answer() {}

  static void print(CommandSpec command, String text) {
    PrintWriter out = command.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}

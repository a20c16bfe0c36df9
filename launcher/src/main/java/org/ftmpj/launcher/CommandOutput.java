package org.ftmpj.launcher;

import java.io.PrintWriter;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import picocli.CommandLine.Model.CommandSpec;

/** The output of a command on standard output. */
final class CommandOutput {
  private CommandOutput() {}

  /** The error that not all of it could be written. */
  static FtmpjException lost() {
    return new FtmpjException(ErrorCode.OUTPUT_LOST, "standard output cannot be written");
  }

  static void print(CommandSpec command, String text) {
    PrintWriter out = command.commandLine().getOut();
    out.print(text);
    out.flush();
    if (out.checkError()) {
      throw lost();
    }
  }
}

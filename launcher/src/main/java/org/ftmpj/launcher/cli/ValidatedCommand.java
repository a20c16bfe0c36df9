package org.ftmpj.launcher.cli;

import java.util.List;

/** A command that finds what is wrong with it before it does anything. */
public interface ValidatedCommand {

  /**
   * What is wrong with its own options and parameters. One that was given wrongly, or is missing,
   * has been reported already.
   */
  List<String> problems();

  /**
   * What is wrong with the options of docs/options.md; asked for if {@link #problems} are found.
   */
  default List<String> optionProblems() {
    return List.of();
  }
}

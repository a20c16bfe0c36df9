package org.ftmpj.launcher.cli;

import java.util.List;

/** A command that finds what is wrong with it before it does anything. */
public interface ValidatedCommand {

  /**
   * The errors in the command's own options and parameters. Malformed and missing ones have been
   * reported already.
   */
  List<String> problems();

  /** The errors in the options of docs/options.md; called if there are {@link #problems}. */
  default List<String> optionProblems() {
    return List.of();
  }
}

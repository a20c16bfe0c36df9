package org.ftmpj.launcher.job;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.config.Options;

/** The quota of a job's logs, option {@code log.max}, in the command of a rank. */
public final class LogMaxWord {
  private static final String OPTION = "-D" + Options.LOG_MAX.property() + "=";
  private static final String CLASS_PATH = "-cp";

  private LogMaxWord() {}

  /**
   * The command with another quota, wherever the previous one was. The words after the class path
   * are the program's.
   */
  public static List<String> in(List<String> command, int mib) {
    List<String> words = new ArrayList<>();
    boolean ofJava = true;
    for (String word : command) {
      if (ofJava && word.equals(CLASS_PATH)) {
        words.add(OPTION + mib);
        ofJava = false;
      }
      if (!ofJava || !word.startsWith(OPTION)) {
        words.add(word);
      }
    }
    return words;
  }
}

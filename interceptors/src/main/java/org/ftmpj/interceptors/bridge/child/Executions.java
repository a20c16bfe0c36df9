package org.ftmpj.interceptors.bridge.child;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

/** Processes that the program starts by {@link Runtime#exec(String)} and its other forms. */
public final class Executions {
  private Executions() {}

  /** Instead of {@link Runtime#exec(String)}. */
  public static Process exec(Runtime runtime, String command) throws IOException {
    return exec(runtime, command, null, null);
  }

  /** Instead of {@link Runtime#exec(String, String[])}. */
  public static Process exec(Runtime runtime, String command, String[] environment)
      throws IOException {
    return exec(runtime, command, environment, null);
  }

  /** Instead of {@link Runtime#exec(String, String[], File)}. */
  public static Process exec(Runtime runtime, String command, String[] environment, File directory)
      throws IOException {
    if (command.isEmpty()) {
      throw new IllegalArgumentException("Empty command");
    }
    List<String> words = new ArrayList<>();
    for (Object word : Collections.list(new StringTokenizer(command))) {
      words.add((String) word);
    }
    return exec(runtime, words.toArray(String[]::new), environment, directory);
  }

  /** Instead of {@link Runtime#exec(String[])}. */
  public static Process exec(Runtime runtime, String[] command) throws IOException {
    return exec(runtime, command, null, null);
  }

  /** Instead of {@link Runtime#exec(String[], String[])}. */
  public static Process exec(Runtime runtime, String[] command, String[] environment)
      throws IOException {
    return exec(runtime, command, environment, null);
  }

  /** Instead of {@link Runtime#exec(String[], String[], File)}. */
  public static Process exec(
      Runtime runtime, String[] command, String[] environment, File directory) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory);
    if (environment != null) {
      Map<String, String> variables = builder.environment();
      variables.clear();
      for (String variable : environment) {
        // Like the JDK: text after a zero is dropped, and anything but a variable is skipped.
        String text = variable.indexOf('\0') < 0 ? variable : variable.split("\0", 2)[0];
        int end = text.indexOf('=', 1);
        if (end > 0) {
          variables.put(text.substring(0, end), text.substring(end + 1));
        }
      }
    }
    return ChildStarts.start(builder);
  }
}

package org.ftmpj.mpjrun;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The command line of this process, without the name of the command, so that the same can be
 * started again.
 *
 * @param words all of it
 * @param mainAt which of them is the main class; those after it are the arguments of main
 */
record OwnCommand(List<String> words, int mainAt) {
  private static final Path LINUX = Path.of("/proc/self/cmdline");

  /** Main class and arguments as one text, in which the words cannot be told apart. */
  private static final String JOINED = "sun.java.command";

  /**
   * @throws FtmpjException CANNOT_START if the system does not tell
   */
  static OwnCommand read() {
    return of(wordsOfThisProcess(), System.getProperty(JOINED, ""));
  }

  static OwnCommand of(List<String> words, String joined) {
    for (int at = 0; at < words.size(); at++) {
      if (String.join(" ", words.subList(at, words.size())).equals(joined)) {
        return new OwnCommand(words, at);
      }
    }
    throw new FtmpjException(
        ErrorCode.CANNOT_START,
        "'%s' is not found in the command line of this process: %s".formatted(joined, words));
  }

  private static List<String> wordsOfThisProcess() {
    try {
      if (Files.exists(LINUX)) {
        return split(new String(Files.readAllBytes(LINUX), charset()));
      }
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot read " + LINUX, e);
    }
    return ProcessHandle.current()
        .info()
        .arguments()
        .map(List::of)
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.CANNOT_START, "this system does not tell a process its command"));
  }

  /** Every word ends with a zero. Without the first, which is the command. */
  private static List<String> split(String text) {
    List<String> words = new ArrayList<>(List.of(text.split("\0", -1)));
    words.remove(words.size() - 1);
    words.remove(0);
    return List.copyOf(words);
  }

  private static Charset charset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));
  }

  List<String> arguments() {
    return words.subList(mainAt + 1, words.size());
  }

  /** The java command of this JVM, with arguments. */
  static ProcessBuilder java(List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(arguments);
    return new ProcessBuilder(words);
  }
}

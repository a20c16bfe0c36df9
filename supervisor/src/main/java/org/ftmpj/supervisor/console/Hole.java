package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * Gives the disk space of a file's beginning back; its length stays, and so does where all else is.
 * By {@code fallocate} of util-linux, for Java cannot; where there is none, or the file system
 * cannot, the space stays in use.
 */
final class Hole {
  private static volatile boolean isPossible = true;

  private Hole() {}

  /** Does not wait until it is made. Any thread. */
  static void make(Path file, long length) {
    if (!isPossible) {
      return;
    }
    try {
      new ProcessBuilder(
              "fallocate",
              "--punch-hole",
              "--offset",
              "0",
              "--length",
              Long.toString(length),
              file.toString())
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      isPossible = false;
    }
  }
}

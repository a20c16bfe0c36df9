package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * Frees the disk space of a file's beginning; its length and all positions stay. It runs {@code
 * fallocate} of util-linux, as Java cannot do this; without it, or on a file system that cannot,
 * the space stays in use.
 */
final class HolePunch {
  private static volatile boolean isPossible = true;

  private HolePunch() {}

  /** Frees the space of that length without waiting for it. Any thread. */
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

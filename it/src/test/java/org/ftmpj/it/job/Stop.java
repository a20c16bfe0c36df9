package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether a signal STOP has been followed, for which {@code kill} does not wait. */
final class Stop {
  private Stop() {}

  /** Whether no thread of the process runs any more. */
  static boolean isDone(ProcessHandle process) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      return threads.noneMatch(Stop::runs);
    } catch (IOException | UncheckedIOException gone) {
      return !process.isAlive();
    }
  }

  private static boolean runs(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      // Behind the name, which may have any letters: stopped, dead, or another state.
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return "TZX".indexOf(state) < 0;
    } catch (IOException gone) {
      return false;
    }
  }
}

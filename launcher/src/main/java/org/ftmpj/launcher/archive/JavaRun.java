package org.ftmpj.launcher.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** A Java virtual machine that writes or tries an archive of classes, and does nothing else. */
final class JavaRun {
  private static final int SHOWN = 10;

  private JavaRun() {}

  /**
   * Runs it to its end.
   *
   * @param directory where it runs and what it says is kept
   * @throws FtmpjException NOT_ARCHIVED if it fails; JOB_STOPPED if this process is being ended
   */
  static void run(Path directory, List<String> arguments) throws IOException, InterruptedException {
    Path said = directory.resolve("said.txt");
    Process process =
        JavaCommand.of(arguments)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    AtomicBoolean stopped = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process, stopped), "stop of java"));
    int exitCode = process.waitFor();
    if (stopped.get()) {
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "no archive was written");
    }
    if (exitCode != 0) {
      List<String> lines = Files.readAllLines(said);
      throw new FtmpjException(
          ErrorCode.NOT_ARCHIVED,
          "java %s ended with exit code %d:\n%s"
              .formatted(
                  String.join(" ", arguments),
                  exitCode,
                  String.join(
                      "\n", lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()))));
    }
  }

  /** When this process ends sooner, by a signal. */
  private static void stop(Process process, AtomicBoolean stopped) {
    if (process.isAlive()) {
      stopped.set(true);
      process.destroyForcibly();
    }
  }
}

package org.ftmpj.launcher.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.program.JavaCommand;

/**
 * Java virtual machines that write or try an archive of classes, one after the other. Run by one
 * thread; any other may stop it.
 */
final class JavaRun {
  private static final int SHOWN = 10;

  private final Path directory;
  private Process process; // guarded by this
  private boolean stopped; // guarded by this

  /**
   * @param directory where they run and what they say is kept
   */
  JavaRun(Path directory) {
    this.directory = directory;
  }

  /**
   * Runs one to its end.
   *
   * @throws FtmpjException NOT_ARCHIVED if it fails; JOB_STOPPED if it was stopped
   */
  void run(List<String> arguments) throws IOException, InterruptedException {
    Path said = directory.resolve("said.txt");
    int exitCode = start(arguments, said).waitFor();
    requireNotStopped();
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

  private synchronized Process start(List<String> arguments, Path said) throws IOException {
    requireNotStopped();
    process =
        JavaCommand.of(arguments)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    return process;
  }

  private synchronized void requireNotStopped() {
    if (stopped) {
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "no archive was written");
    }
  }

  /** Kills the one that is running, and lets no more be run. */
  synchronized void stop() {
    stopped = true;
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}

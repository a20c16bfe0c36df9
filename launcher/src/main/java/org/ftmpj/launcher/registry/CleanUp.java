package org.ftmpj.launcher.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** Removes what is left of jobs. */
public final class CleanUp {
  private static final int REMOVALS = 5;

  private CleanUp() {}

  /**
   * What was removed.
   *
   * @param processes how many were killed
   * @param bytes of disk space
   */
  public record Removed(FoundJob job, int processes, long bytes) {}

  /**
   * Kills every process that belongs to the job, and removes its directory.
   *
   * @throws FtmpjException JOB_RUNNING, LOG_NOT_WRITABLE
   */
  public static Removed remove(FoundJob job) {
    if (job.isRunning()) {
      throw new FtmpjException(ErrorCode.JOB_RUNNING, "job " + job.id() + " is running");
    }
    int killed = JobProcesses.of(job.layout()).kill();
    long bytes = DiskUse.bytes(job.layout().directory());
    directory(job.layout().directory());
    return new Removed(job, killed, bytes);
  }

  /**
   * Removes a directory and everything in it. A process that was killed a moment ago may still have
   * a file being made: it is tried again.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void directory(Path directory) {
    for (int attempt = 1; Files.exists(directory); attempt++) {
      try {
        removeOnce(directory);
      } catch (IOException e) {
        if (attempt == REMOVALS) {
          throw new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + directory + " (" + e + ")", e);
        }
      }
    }
  }

  private static void removeOnce(Path directory) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(directory)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path path : deepestFirst) {
      try {
        Files.delete(path);
      } catch (NoSuchFileException e) {
        continue;
      }
    }
  }
}

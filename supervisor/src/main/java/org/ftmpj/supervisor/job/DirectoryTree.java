package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * Removes a directory that FTMPJ has created, temporary or within a job's, under a name that no
 * other user can have given. Directories of jobs are removed by {@link JobRemoval}.
 */
public final class DirectoryTree {
  private static final int REMOVALS = 5;

  private DirectoryTree() {}

  /**
   * Removes the directory with its contents. It tries again if a process that was killed a moment
   * ago still creates a file. Does nothing if there is no such directory.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void remove(Path directory) {
    for (int attempt = 1; Files.exists(directory); attempt++) {
      try {
        removeOnce(directory);
      } catch (IOException e) {
        if (attempt == REMOVALS) {
          throw new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE,
              "cannot remove " + directory + " (" + Reason.of(e) + ")",
              e);
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

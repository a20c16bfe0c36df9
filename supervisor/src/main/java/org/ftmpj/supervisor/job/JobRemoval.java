package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobFiles;
import org.ftmpj.common.job.JobLayout;

/** Removes the directory of a job that is over, and nothing that FTMPJ has not created. */
public final class JobRemoval {
  private static final int REMOVALS = 5;

  /** The most foreign files that a message names. */
  private static final int NAMED = 3;

  private JobRemoval() {}

  /**
   * Requires, without changing anything, that all contents belong to a job of this user.
   *
   * @param recorded whether the job's record could be read; without it, a directory is ours only if
   *     the record was just being written
   * @throws FtmpjException NOT_OURS otherwise
   */
  public static void requireOurs(JobLayout layout, boolean recorded) {
    reasonToStay(layout, recorded)
        .ifPresent(
            why -> {
              throw notOurs(layout, why);
            });
  }

  /** Whether all contents belong to a job of this user; false if that is unknown. */
  public static boolean isOurs(JobLayout layout, boolean recorded) {
    try {
      return reasonToStay(layout, recorded).isEmpty();
    } catch (FtmpjException e) {
      return false;
    }
  }

  private static Optional<String> reasonToStay(JobLayout layout, boolean recorded) {
    JobContents contents = look(layout);
    if (contents.others().contains(layout.directory())) {
      return Optional.of("is not a directory, or belongs to another user");
    }
    if (!recorded && !isJustBegun(layout, contents)) {
      return Optional.of("has no record of a job (file `job`) that can be read");
    }
    return contents.others().isEmpty()
        ? Optional.empty()
        : Optional.of("holds what FTMPJ has not made there: " + names(layout, contents.others()));
  }

  private static boolean isJustBegun(JobLayout layout, JobContents contents) {
    return contents.others().isEmpty()
        && contents.ours().stream()
            .filter(path -> !path.equals(layout.directory()))
            .allMatch(
                path -> JobFiles.isBeforeTheRecord(layout.directory().relativize(path).toString()));
  }

  private static FtmpjException notOurs(JobLayout layout, String why) {
    return new FtmpjException(ErrorCode.NOT_OURS, layout.directory() + " " + why);
  }

  private static String names(JobLayout layout, List<Path> paths) {
    String names =
        paths.stream()
            .limit(NAMED)
            .map(path -> layout.directory().relativize(path).toString())
            .collect(Collectors.joining(", "));
    return paths.size() > NAMED ? names + " and " + (paths.size() - NAMED) + " more" : names;
  }

  /**
   * Removes all that FTMPJ has created, and the directory if nothing else is in it. It tries again
   * if a process that was killed a moment ago still creates a file. Does nothing if there is no
   * such directory.
   *
   * @throws FtmpjException NOT_OURS if something else was there and stays; LOG_NOT_WRITABLE
   */
  public static void remove(JobLayout layout) {
    for (int attempt = 1; ; attempt++) {
      JobContents contents = look(layout);
      try {
        for (Path path : contents.ours()) {
          delete(path, contents.others());
        }
      } catch (IOException e) {
        if (attempt == REMOVALS) {
          throw notRemoved(layout, e);
        }
        continue;
      }
      JobLock.release(layout);
      if (!contents.others().isEmpty()) {
        throw notOurs(
            layout,
            "stays, with what FTMPJ has not made there: " + names(layout, contents.others()));
      }
      return;
    }
  }

  /**
   * Removes the directory at the end of a job, where files of the program are no reason for another
   * exit code.
   *
   * @param notice is called if something stays
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void removeAtEnd(JobLayout layout, Consumer<String> notice) {
    try {
      remove(layout);
    } catch (FtmpjException e) {
      if (e.code() != ErrorCode.NOT_OURS) {
        throw e;
      }
      notice.accept(e.getMessage());
    }
  }

  private static void delete(Path path, List<Path> others) throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      if (others.stream().noneMatch(other -> other.startsWith(path))) {
        throw e;
      }
    }
  }

  private static JobContents look(JobLayout layout) {
    try {
      return JobContents.of(layout.directory());
    } catch (IOException e) {
      throw notRemoved(layout, e);
    }
  }

  private static FtmpjException notRemoved(JobLayout layout, IOException e) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "cannot remove " + layout.directory() + " (" + Reason.of(e) + ")",
        e);
  }
}

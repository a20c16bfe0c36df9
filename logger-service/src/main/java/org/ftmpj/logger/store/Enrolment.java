package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.life.HostBoot;

/**
 * The note in the directory of a job that this is one of several loggers of it, and knew the job
 * before anything was recorded. It has the number of the logger, from 0, and the {@link HostBoot}
 * of the note, as text.
 */
public final class Enrolment {
  static final String FILE = "enrolled";

  private final Path file;

  /**
   * @param job the directory of the job
   */
  public Enrolment(Path job) {
    file = job.resolve(FILE);
  }

  /** The number of the logger; empty if none was noted. */
  public Optional<Integer> member() {
    return words().map(words -> Integer.valueOf(words[0]));
  }

  /**
   * Whether the note was written since the host has started, so that nothing written then was lost.
   */
  public boolean isValid() {
    return words().filter(words -> words[1].equals(HostBoot.id())).isPresent();
  }

  private Optional<String[]> words() {
    try {
      // A crash of the host may leave anything there: then it is as if nothing was noted.
      return Optional.of(Files.readString(file))
          .filter(text -> text.matches("\\d{1,5} \\S+"))
          .map(text -> text.split(" "));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + file + ": " + Reason.of(e), e);
    }
  }

  /**
   * Writes the note, which survives the death of the process.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public void write(int member) {
    replace(file, member + " " + HostBoot.id());
  }

  /** Replaces the text of a file atomically. */
  static void replace(Path file, String text) {
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    try {
      OnlyUser.write(unready, text.getBytes(StandardCharsets.UTF_8));
      Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + file + ": " + Reason.of(e), e);
    }
  }
}

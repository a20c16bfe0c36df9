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
 * The note in the directory of a job that this is one of several loggers of it, and knew of it
 * before anything was recorded. In words: which one it is, from 0; the {@link HostBoot} since when.
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

  /** Which of the loggers it is; empty if none was noted. */
  public Optional<Integer> member() {
    return words().map(words -> Integer.valueOf(words[0]));
  }

  /** Whether it was noted since the host has started: nothing was lost that was written then. */
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
   * Notes it; it survives the death of the process.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public void write(int member) {
    replace(file, member + " " + HostBoot.id());
  }

  /** Another text for a file, at once. */
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

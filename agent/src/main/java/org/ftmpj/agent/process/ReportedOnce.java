package org.ftmpj.agent.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.ftmpj.common.job.OnlyUser;

/** What one rank of the job has told, and the others need not tell again. Any thread. */
public final class ReportedOnce {
  /** What names of files in a job directory do not have: see {@code JobFiles}. */
  private static final Pattern OTHER = Pattern.compile("[^\\w.-]");

  private final Path directory;

  /**
   * @param directory of the job, with a file for each name that was told; is made if need be
   */
  public ReportedOnce(Path directory) {
    this.directory = directory;
  }

  /** Whether that name is reported for the first time, which it is from now on. */
  public boolean isFirst(String name) {
    try {
      OnlyUser.directories(directory);
      Files.createFile(directory.resolve(OTHER.matcher(name).replaceAll("-")), OnlyUser.FILE);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      return true; // better told twice than never
    }
  }
}

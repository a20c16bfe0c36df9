package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;

/** What Java virtual machines of a job that crashed have written to its directory. */
public final class CrashReports {
  private CrashReports() {}

  /**
   * Whether there is one.
   *
   * @throws FtmpjException LOG_CORRUPT if that cannot be seen
   */
  public static boolean areIn(JobLayout layout) {
    Path reports = layout.loggerCrash().getParent();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports)) {
      return files.iterator().hasNext();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "cannot list " + reports + " (" + Reason.of(e) + ")", e);
    }
  }
}

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

/** The reports of crashed Java virtual machines in a job's directory. */
public final class CrashReports {
  private CrashReports() {}

  /**
   * Whether there is a report.
   *
   * @throws FtmpjException LOG_CORRUPT if the directory cannot be read
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

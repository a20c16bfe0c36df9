package org.ftmpj.launcher.registry;

import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.supervisor.job.JobDirectory;

/** Removes what is left of jobs. */
public final class CleanUp {
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
    JobDirectory.remove(job.layout());
    return new Removed(job, killed, bytes);
  }
}

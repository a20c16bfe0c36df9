package org.ftmpj.launcher.registry;

import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.job.JobRemoval;

/** Removes what is left of jobs. */
public final class CleanUp {
  private CleanUp() {}

  /**
   * What was removed.
   *
   * @param processes how many were killed
   * @param bytes of disk space
   * @param remainder what could not be removed elsewhere, in words
   */
  public record Removed(FoundJob job, int processes, long bytes, Optional<String> remainder) {}

  /**
   * Kills every process that belongs to the job, lets the event logger forget it that its user had
   * named, and removes its directory. Does none of this if something is in the directory that FTMPJ
   * has not made there.
   *
   * @throws FtmpjException JOB_RUNNING, NOT_OURS, LOG_NOT_WRITABLE
   */
  public static Removed remove(FoundJob job) throws InterruptedException {
    if (job.isRunning()) {
      throw new FtmpjException(ErrorCode.JOB_RUNNING, "job " + job.id() + " is running");
    }
    JobRemoval.requireOurs(job.layout(), job.record().isPresent());
    int killed = JobProcesses.of(job.layout()).kill();
    long bytes = DiskUse.bytes(job.layout().directory());
    Optional<String> remainder = EndedJob.forget(job.layout());
    JobRemoval.remove(job.layout());
    return new Removed(job, killed, bytes, remainder);
  }
}

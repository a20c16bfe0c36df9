package org.ftmpj.launcher.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.record.HostsRecord;

/** Removes what is left of jobs. */
public final class CleanUp {
  private static final int LAUNCHER = 0;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

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
    int killed = job.killProcesses();
    long bytes = DiskUse.bytes(job.layout().directory());
    Optional<String> remainder =
        goesOn(job.layout())
            ? Optional.of("its event loggers keep what they have: it goes on on its hosts")
            : EndedJob.forget(job.layout());
    JobRemoval.remove(job.layout());
    return new Removed(job, killed, bytes, remainder);
  }

  /** Whether a job on several hosts may have another coordinator than its launcher. */
  private static boolean goesOn(JobLayout layout) throws InterruptedException {
    boolean isLaunchers =
        HostsRecord.read(layout.hosts()).filter(hosts -> hosts.self() == LAUNCHER).isPresent();
    List<HostPort> loggers = isLaunchers ? EndedJob.given(layout) : List.of();
    if (loggers.size() < 2) {
      return false;
    }
    JobLoggers those = JobLoggers.of(layout, Loggers.of(loggers));
    try (LoggersAgreement agreement =
        new LoggersAgreement(those, JobIdentity.of(layout).name(), PATIENCE)) {
      AgreedState state = agreement.read();
      return state.term() > 0 && !state.ended();
    } catch (FtmpjException e) {
      if (e.code() == ErrorCode.LOGGER_MAJORITY_AWAY) {
        return true; // Nothing that they have may be lost, as long as that is not known.
      }
      throw e;
    }
  }
}

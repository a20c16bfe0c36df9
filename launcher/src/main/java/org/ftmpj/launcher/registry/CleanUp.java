package org.ftmpj.launcher.registry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.disk.DiskUse;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.LoggersAgreement;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.record.AtomicFile;
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
   * named, removes the copies of its checkpoints if the job has ended on all hosts, and its
   * directory. Does none of this if something is in the directory that FTMPJ has not made there.
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
    List<String> remainder = new ArrayList<>(removeCopies(job));
    if (goesOn(job.layout())) {
      remainder.add("its event loggers keep what they have: it goes on on its hosts");
    } else {
      EndedJob.forget(job.layout()).ifPresent(remainder::add);
    }
    JobRemoval.remove(job.layout());
    return new Removed(
        job,
        killed,
        bytes,
        remainder.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remainder)));
  }

  /** Returns what stays of them, in words. Only the launcher's directory says where they are. */
  private static List<String> removeCopies(FoundJob job) throws InterruptedException {
    JobLayout layout = job.layout();
    Optional<Path> shared = AtomicFile.read(layout.copies()).map(text -> Path.of(text.strip()));
    if (shared.isEmpty()) {
      return List.of();
    }
    if (job.state() == JobState.ORPHANED && mayGoOn(layout)) {
      return List.of(
          "the copies of its checkpoints in "
              + shared.get()
              + " stay, for it may go on on its hosts; remove them when it has ended");
    }
    List<String> stays = new ArrayList<>();
    CopyDirectory.in(shared.get(), JobIdentity.of(layout).name()).removeAll(stays::add);
    return stays;
  }

  /** Whether another process may have become the coordinator. */
  private static boolean mayGoOn(JobLayout layout) throws InterruptedException {
    Optional<String> agreeing = AtomicFile.read(layout.agreeingLoggers());
    return agreeing.isPresent()
        && goesOn(JobLoggers.of(layout, Loggers.parse(agreeing.get().strip())), layout);
  }

  /** Whether a job on several hosts may have another coordinator than its launcher. */
  private static boolean goesOn(JobLayout layout) throws InterruptedException {
    boolean isLaunchers =
        HostsRecord.read(layout.hosts()).filter(hosts -> hosts.self() == LAUNCHER).isPresent();
    List<HostPort> loggers = isLaunchers ? EndedJob.given(layout) : List.of();
    if (loggers.size() < 2) {
      return false;
    }
    return goesOn(JobLoggers.of(layout, Loggers.of(loggers)), layout);
  }

  private static boolean goesOn(JobLoggers those, JobLayout layout) throws InterruptedException {
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

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
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.record.AtomicFile;

/** Removes the remains of jobs. */
public final class CleanUp {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private CleanUp() {}

  /**
   * The result of a removal.
   *
   * @param processes the number killed
   * @param bytes of disk space
   * @param remainder what could not be removed on other hosts, in words
   */
  public record Removed(FoundJob job, int processes, long bytes, Optional<String> remainder) {}

  /**
   * Kills every process that belongs to the job, makes the event logger that its user had named
   * forget it, and removes its directory and, if the job has ended on all hosts, the copies of its
   * checkpoints. Does none of this if the directory contains anything that FTMPJ has not made.
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

  /**
   * Returns the copies that remain, in words. Only the launcher's directory says where they are.
   */
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
    Optional<Loggers> agreeing = OtherCoordinator.agreeing(layout);
    return agreeing.isPresent() && OtherCoordinator.mayBe(layout, agreeing.get(), PATIENCE);
  }

  /** Whether a job on several hosts may have another coordinator than its launcher. */
  private static boolean goesOn(JobLayout layout) throws InterruptedException {
    List<HostPort> loggers =
        OtherCoordinator.isLaunchers(layout) ? EndedJob.given(layout) : List.of();
    return loggers.size() > 1 && OtherCoordinator.mayBe(layout, Loggers.of(loggers), PATIENCE);
  }
}

package org.ftmpj.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.LoggerStores;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.launcher.registry.StoppedIncarnations;
import org.ftmpj.supervisor.job.JobLock;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;

/** A job that was stopped, or whose launcher was lost, until another process has taken it over. */
public final class StoppedJob {
  private final FoundJob job;
  private final JobRecord record;

  /**
   * Checks, without changing anything, that it neither runs, nor has ended, nor may have lost
   * anything.
   *
   * @throws FtmpjException JOB_RUNNING, NOT_RESUMABLE, LOG_CORRUPT, LOG_VERSION
   */
  public StoppedJob(FoundJob job) {
    this.job = job;
    this.record = require(job);
  }

  private JobRecord require(FoundJob now) {
    if (now.isRunning()) {
      throw new FtmpjException(ErrorCode.JOB_RUNNING, "job " + now.id() + " is running");
    }
    if (now.state() != JobState.STOPPED && now.state() != JobState.ORPHANED
        || now.record().isEmpty()) {
      throw notResumable(
          now.state() == JobState.ENDED
              ? "has ended: " + now.ended().orElse("")
              : "has no record that can be read" + now.ended().map(why -> ": " + why).orElse(""));
    }
    boolean synced =
        now.state() == JobState.STOPPED
            && StoppedRecord.read(now.layout().stopped()).filter(StoppedRecord::synced).isPresent();
    if (!synced && !now.record().get().launcher().isOfThisBoot()) {
      throw notResumable(
          "was not stopped in good order, but lost with its host, or runs on another one: its logs"
              + " may lack what had not come to the disk");
    }
    return now.record().get();
  }

  /** The record of the job. */
  public JobRecord record() {
    return record;
  }

  /** The reason why it cannot be resumed. */
  public FtmpjException notResumable(String why) {
    return new FtmpjException(ErrorCode.NOT_RESUMABLE, "job " + job.id() + " " + why);
  }

  /** Whether the last printed text is unknown, so that some of it is printed again. */
  public boolean isOutputRepeated() {
    return job.state() == JobState.ORPHANED;
  }

  /**
   * Takes the job over: from now on it runs. Event loggers of its own can be started on their
   * stores.
   *
   * @return how it was stopped
   * @throws FtmpjException JOB_RUNNING if another process has
   */
  public StoppedRecord takeOver() {
    JobLayout layout = job.layout();
    JobLock.take(layout);
    require(JobRegistry.ofUser().find(layout.directory().toString()));
    Optional<StoppedRecord> inGoodOrder = StoppedRecord.read(layout.stopped());
    StoppedRecord stopped = inGoodOrder.orElseGet(this::lost);
    job.killProcesses();
    if (inGoodOrder.isPresent()) {
      for (int rank = 0; rank < record.ranks(); rank++) {
        StoppedIncarnations.note(layout, rank);
      }
    }
    new JobRecord(
            ProcessIdentity.current(),
            record.started(),
            record.ranks(),
            record.durability(),
            record.program())
        .write(layout.job());
    LoggerStores.takeOver(layout, Optional.of(stopped));
    if (job.id().equals(layout.directory().toString())) {
      // Begun on another host: commands should find it on this one, too.
      JobRegistry.ofUser().register(layout.directory());
    }
    return stopped;
  }

  /** The record of a job whose launcher was lost, and may have printed all. */
  private StoppedRecord lost() {
    return new StoppedRecord(
        record.launcher(),
        Instant.now(),
        "its launcher was lost",
        false,
        true,
        Map.of(),
        List.of());
  }

  /** Removes a file, if it exists. */
  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + file + " (" + Reason.of(e) + ")", e);
    }
  }
}

package org.ftmpj.launcher.registry;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.job.JobLock;
import org.ftmpj.supervisor.record.JobRecord;

/**
 * A job that was found on this host.
 *
 * @param id its name on the command line
 * @param record empty if it has no readable one
 * @param ended how it ended or was stopped, if known
 */
public record FoundJob(
    String id,
    JobLayout layout,
    JobState state,
    Optional<JobRecord> record,
    Optional<String> ended) {

  /** Whether its files must not be touched. */
  public boolean isRunning() {
    return state == JobState.RUNNING;
  }

  /**
   * Whether its launcher is gone, and another process coordinates it instead. Asks the event
   * loggers, if the job may have been taken over: takes up to two seconds then.
   */
  public boolean isTakenOver() {
    try {
      return state == JobState.ORPHANED && OtherCoordinator.isKnown(layout, Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Kills every process that belongs to it; to be called if it does not run. */
  public int killProcesses() {
    return JobProcesses.of(layout).kill();
  }

  /** Whether the process that runs it lives, in whichever container. */
  boolean isLauncherAlive() {
    return isLauncherVisible() || JobLock.isTaken(layout);
  }

  /** Whether its processes are in another container, so that their IDs mean nothing to us. */
  boolean isInAnotherContainer() {
    return !isLauncherVisible() && JobLock.isTaken(layout);
  }

  private boolean isLauncherVisible() {
    return record.isPresent() && record.get().launcher().isAlive();
  }
}

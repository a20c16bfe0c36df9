package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.supervisor.rank.HangPolicy;

/**
 * The options of a job.
 *
 * @param logger a running event logger; without it the job starts one of its own
 * @param loggers several running event loggers, at level quorum
 * @param ownLoggers how many the job starts itself at level quorum; 0 if they are named
 * @param secretFile the secret shared with these event loggers; without it the job makes one
 * @param config the user's properties file
 * @param directory place of the job directory; without it the registry's
 * @param logReserveMib disk space that logs leave free, MiB
 * @param logSegmentMib size at which a segment of a log ends, MiB
 * @param hangs the treatment of ranks that are stopped by a signal
 * @param keep whether the job directory stays when the job has ended
 * @param record whether it stays with everything required to repeat ranks
 * @param checkpoints whether its ranks take checkpoints, perhaps only on request
 * @param wallTime the time after which it is stopped, to be resumed; empty for ever
 * @param quota of its logs, at which it is stopped likewise
 * @param statistics whether to report the ranks' counters at the end
 */
public record JobOptions(
    Durability durability,
    Optional<HostPort> logger,
    Optional<Loggers> loggers,
    int ownLoggers,
    Optional<Path> secretFile,
    Optional<Path> config,
    Optional<Path> directory,
    int logReserveMib,
    int logSegmentMib,
    HangPolicy hangs,
    boolean keep,
    boolean record,
    boolean checkpoints,
    Optional<Duration> wallTime,
    LogQuota quota,
    boolean statistics) {

  /** Whether it can be resumed whatever has ended it, except the program itself. */
  public boolean isResumable() {
    return wallTime.isPresent() || quota.isSet();
  }

  /** Whether determinants of ranks on this host stay in the job's directory, if that stays. */
  boolean haveDeterminantsHere() {
    return switch (durability) {
      case PROCESS -> true;
      case HOST -> logger.isEmpty();
      case QUORUM -> false;
    };
  }

  /** Whether it can be stopped and resumed; it then records what its ranks run. */
  public boolean canBeStopped() {
    return checkpoints || wallTime.isPresent();
  }

  /** A job that is not examined afterwards, with an event logger of its own. */
  public static JobOptions plain(Durability durability) {
    return new JobOptions(
        durability,
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Options.LOG_RESERVE.defaultValue(),
        Options.LOG_SEGMENT.defaultValue(),
        HangPolicy.NONE,
        false,
        false,
        false,
        Optional.empty(),
        LogQuota.ofMib(0),
        false);
  }
}

package org.ftmpj.launcher.hosts;

import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.launcher.job.EventLoggers;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;

/**
 * A run of a job on several hosts, as its launcher has it from the first phase on.
 *
 * @param source whose directory is open
 * @param layout of the launcher's directory
 * @param lost which hosts are lost, and where the ranks are
 */
record HostsRun(
    HostsSource source,
    JobOptions options,
    JobLayout layout,
    LostHosts lost,
    EventLoggers loggers,
    StartingHosts hosts,
    Console console,
    Coordination coordination) {

  /** Whether this run resumes a stopped job. */
  boolean isResumed() {
    return source.stopped().isPresent();
  }

  /** Whether its user counts on resuming it, whatever stops it. */
  boolean isResumable() {
    return options.isResumable() || isResumed();
  }

  /** Whether this run can be stopped and resumed later. */
  boolean canBeStopped() {
    return options.canBeStopped() || isResumed();
  }

  /** Whether ranks of hosts that do not come can be repeated on others. */
  boolean mayMissHosts() {
    return isResumed() && options.durability() != Durability.PROCESS;
  }

  /** Begins to agree with loggers that outlive this process on who coordinates the job. */
  Optional<AgreedNotebook> noteFirst() {
    CoordinatorNote note =
        new CoordinatorNote(
            ProcessDescription.inWords("the launcher"), coordination.hosts().addresses());
    return loggers
        .outliving()
        // No other coordinator would know when its time is over, or that it is to be resumed.
        .filter(all -> source.hosts().takeover() && !isResumable())
        .map(all -> Agreements.of(JobLoggers.of(layout, all), identity()))
        .map(agreement -> coordination.duties().noteFirst(agreement, note));
  }

  /** The name of the job among all. */
  String identity() {
    return JobIdentity.of(layout).name();
  }

  /** The directory for copies of checkpoints that all hosts share, if there is one. */
  Optional<CopyDirectory> sharedCopies() {
    return source.hosts().copies().shared(identity());
  }
}

package org.ftmpj.mpjrun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The job directory that all supervisors of a host share: named after the starter's host and port
 * and what was exchanged there, made by the one that leads the host.
 */
record JobPlace(JobLayout layout, ControlBlock control) {
  /** Stands in the names of jobs over several hosts. */
  private static final String STARTED_BY = "mpjrun";

  private static final Duration POLL = Duration.ofMillis(10);
  private static final int IDENTITY_BYTES = 8;

  /**
   * @param host its number
   */
  static Path directory(WrapperArguments wrapper, JobHosts hosts, int host) {
    String starter = wrapper.host().replaceAll("[^A-Za-z0-9.-]", "_");
    String name = "%s-%d-%s".formatted(starter, wrapper.port(), hosts.peers().digest());
    return JobDirectory.place(hosts.areSeveral() ? name + "-h" + host : name);
  }

  /**
   * @param record says whose job it is
   * @param secretFile copied if given
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static JobPlace make(JobRecord record, Path directory, Optional<Path> secretFile) {
    JobLayout layout = JobDirectory.create(record, directory, secretFile);
    // The last part, and there all at once: so a rank that sees it sees the whole directory.
    return new JobPlace(layout, ControlBlock.create(layout.control(), record.ranks()));
  }

  /**
   * Makes the part of one of several hosts, but for the {@linkplain JobLayout#hosts record of the
   * hosts}, which is to be the last.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static JobPlace makePart(JobRecord record, Path directory, JobHosts hosts, Path secretFile) {
    JobIdentity identity = new JobIdentity(STARTED_BY + "-" + hosts.peers().digest(IDENTITY_BYTES));
    JobLayout layout = JobDirectory.create(record, directory, identity, secretFile);
    return new JobPlace(layout, ControlBlock.create(layout.control(), record.ranks()));
  }

  /**
   * Waits until another process has made it.
   *
   * @param last its last part
   * @param trouble what has happened to that process
   * @throws FtmpjException NO_STARTER, or the trouble
   */
  static JobPlace await(
      Path directory,
      Function<JobLayout, Path> last,
      Duration longest,
      Supplier<Optional<FtmpjException>> trouble)
      throws InterruptedException {
    JobLayout layout = new JobLayout(directory);
    Deadline deadline = Deadline.in(longest);
    while (!Files.exists(last.apply(layout))) {
      Optional<FtmpjException> found = trouble.get();
      if (found.isPresent()) {
        throw found.get();
      }
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NO_STARTER,
            "the supervisor that leads this host has not made the job directory %s within %d s"
                .formatted(directory, longest.toSeconds()));
      }
      Thread.sleep(POLL.toMillis());
    }
    UserDirectory.ofThisUser().requireOurs();
    return new JobPlace(layout, ControlBlock.open(layout.control()));
  }
}

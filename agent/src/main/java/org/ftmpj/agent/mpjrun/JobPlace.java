package org.ftmpj.agent.mpjrun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The job directory that all supervisors share: named after the starter's host and port and what
 * was exchanged there, made by that of rank 0.
 */
record JobPlace(JobLayout layout, ControlBlock control) {
  private static final Duration POLL = Duration.ofMillis(10);

  static Path directory(WrapperArguments wrapper, Peers peers) {
    String host = wrapper.host().replaceAll("[^A-Za-z0-9.-]", "_");
    return JobDirectory.place("%s-%d-%s".formatted(host, wrapper.port(), peers.digest()));
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
   * Waits until another process has made it.
   *
   * @param trouble what has happened to that process
   * @throws FtmpjException NO_STARTER, or the trouble
   */
  static JobPlace await(
      Path directory, Duration longest, Supplier<Optional<FtmpjException>> trouble)
      throws InterruptedException {
    JobLayout layout = new JobLayout(directory);
    Deadline deadline = Deadline.in(longest);
    while (!Files.exists(layout.control())) {
      Optional<FtmpjException> found = trouble.get();
      if (found.isPresent()) {
        throw found.get();
      }
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NO_STARTER,
            "rank 0 has not made the job directory %s within %d s"
                .formatted(directory, longest.toSeconds()));
      }
      Thread.sleep(POLL.toMillis());
    }
    UserDirectory.ofThisUser().requireOurs();
    return new JobPlace(layout, ControlBlock.open(layout.control()));
  }
}

package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;

/**
 * A job that has ended, and whose directory is removed next: the event logger that its user had
 * named must forget it, too. One that the job has started keeps its store in that directory.
 */
public final class EndedJob {
  /** Enough for a logger that is being restarted. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  private EndedJob() {}

  /**
   * Tells the event logger, if the user had named one. Tries for ten seconds.
   *
   * @param layout of a job of which no process is left
   * @return what to tell the user if the logger could not be told, and keeps what it has of the job
   */
  public static Optional<String> forget(JobLayout layout) throws InterruptedException {
    return forget(layout, PATIENCE);
  }

  /** The same, but tries no longer than that. */
  public static Optional<String> forget(JobLayout layout, Duration patience)
      throws InterruptedException {
    try {
      Optional<HostPort> logger = given(layout);
      if (logger.isPresent()) {
        tell(logger.get(), Secret.read(layout.secret()), JobIdentity.of(layout).name(), patience);
      }
      return Optional.empty();
    } catch (FtmpjException | IOException e) {
      return Optional.of(
          "what the event logger has of job "
              + layout.name()
              + " stays there until its directory is removed from the store: "
              + e.getMessage());
    }
  }

  private static Optional<HostPort> given(JobLayout layout) throws IOException {
    try {
      return Optional.of(HostPort.parse(Files.readString(layout.givenLogger()).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException(layout.givenLogger() + " " + e.getMessage(), e);
    }
  }

  private static void tell(HostPort logger, Secret secret, String job, Duration patience)
      throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    while (true) {
      try {
        Link.farewell(logger.host(), logger.port(), secret, job, ANSWER_TIMEOUT_MS);
        return;
      } catch (RefusedByLogger e) {
        throw e.stop(logger.toString(), "the end of job " + job);
      } catch (IOException e) {
        if (deadline.isOver()) {
          throw new FtmpjException(
              ErrorCode.LOGGER_UNREACHABLE,
              "No event logger answers at " + logger + " (" + Outage.describe(e) + ")",
              e);
        }
        Thread.sleep(PAUSE_MS);
      }
    }
  }
}

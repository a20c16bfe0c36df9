package org.ftmpj.launcher.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Tells the event loggers of a job that it begins, or that it is resumed. Has a thread of its own,
 * so that loggers that do not answer do not delay the job's end. The job's directory records the
 * loggers to tell of its end: those that know of the job.
 */
final class JobEnrolment {
  private final JobLayout layout;
  private final JobLoggers loggers;
  private final boolean outliveIt;
  private final boolean isResumed;
  private final CompletableFuture<List<String>> away = new CompletableFuture<>();
  private final List<HostPort> known = new ArrayList<>(); // guarded by this
  private boolean isOver; // guarded by this

  private JobEnrolment(JobLayout layout, JobLoggers loggers, boolean outliveIt, boolean isResumed) {
    this.layout = layout;
    this.loggers = loggers;
    this.outliveIt = outliveIt;
    this.isResumed = isResumed;
  }

  /**
   * Waits until a majority knows, or the job is over.
   *
   * @param outliveIt whether the loggers outlive the job, and are told of its end
   * @param isResumed whether they have to have its history
   * @return a message to the user for each logger that does not know; empty if the job is over
   * @throws FtmpjException LOGGER_UNREACHABLE if a majority does not answer, WRONG_SECRET,
   *     NOT_RESUMABLE if a majority has lost the history, and the refusals of loggers
   */
  static Optional<List<String>> run(
      JobLayout layout, Loggers all, boolean outliveIt, boolean isResumed, Verdict verdict) {
    JobEnrolment enrolment =
        new JobEnrolment(layout, JobLoggers.of(layout, all), outliveIt, isResumed);
    Thread thread = new Thread(enrolment::enrol, "enrolment");
    thread.setDaemon(true);
    thread.start();
    try {
      return enrolment.await(verdict);
    } finally {
      enrolment.end();
      thread.interrupt();
    }
  }

  private void enrol() {
    try {
      String job = JobIdentity.of(layout).name();
      List<String> unknowing =
          isResumed
              ? NewJob.enrolResumed(loggers, job, this::note)
              : NewJob.enrol(loggers, job, this::note);
      // They may come later, and get the data of the others.
      note(loggers.loggers().all());
      away.complete(unknowing);
    } catch (InterruptedException | RuntimeException | Error e) {
      away.completeExceptionally(e);
    }
  }

  private synchronized void note(HostPort logger) {
    known.add(logger);
    if (!isResumed) {
      note(known);
    }
  }

  private synchronized void note(List<HostPort> those) {
    if (outliveIt && !isOver) {
      String text = those.stream().map(HostPort::toString).collect(Collectors.joining(","));
      AtomicFile.write(layout.givenLogger(), text + "\n");
    }
  }

  private Optional<List<String>> await(Verdict verdict) {
    try {
      CompletableFuture.anyOf(away, verdict.known()).join();
      return verdict.isKnown() ? Optional.empty() : Optional.of(away.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof FtmpjException coded) {
        throw coded;
      }
      throw e;
    }
  }

  /** The directory may be removed now. */
  private synchronized void end() {
    isOver = true;
  }
}

package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;

/**
 * Ends a job at the event loggers that its user has named: they must forget it before its directory
 * is removed. A logger that the job has started has its store in that directory.
 */
public final class EndedJob {
  /** The time for loggers that do not answer, which is enough for a restart. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The time for the rest of several loggers, when only a minority does not answer. */
  private static final Duration MINORITY_PATIENCE = Duration.ofSeconds(1);

  /**
   * The time for a logger that has answered: one that has just been restarted first takes part in
   * the agreement of the job's loggers, and then ends it.
   */
  private static final Duration FORGETTING = Duration.ofSeconds(30);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  private EndedJob() {}

  /**
   * Makes the event loggers forget the job, if the user has named some. Tries for ten seconds, or
   * one second when only a minority is missing; waits half a minute for a logger that has answered.
   *
   * @param layout of a job without processes
   * @return the message for the user if a logger does not know, and retains its records of the job
   */
  public static Optional<String> forget(JobLayout layout) throws InterruptedException {
    return forget(layout, PATIENCE, FORGETTING);
  }

  /**
   * Makes the event loggers forget the job within other times.
   *
   * @param patience for loggers that do not answer
   * @param forgetting for one that has answered
   */
  public static Optional<String> forget(JobLayout layout, Duration patience, Duration forgetting)
      throws InterruptedException {
    List<String> untold = List.of();
    try {
      List<HostPort> loggers = given(layout);
      if (!loggers.isEmpty()) {
        Secret secret = Secret.read(layout.secret());
        untold = tell(loggers, secret, JobIdentity.of(layout).name(), patience, forgetting);
      }
    } catch (FtmpjException | IOException e) {
      untold = List.of(e.getMessage());
    }
    return untold.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "what the event logger has of job "
                + layout.name()
                + " stays there until its directory is removed from the store: "
                + String.join("; ", untold));
  }

  /**
   * The event loggers of a job that its user has named; none if there are none.
   *
   * @throws FtmpjException LOG_CORRUPT if the job's directory is damaged
   */
  public static List<HostPort> given(JobLayout layout) {
    Path file = layout.givenLogger();
    try {
      List<HostPort> all = new ArrayList<>();
      for (String one : Files.readString(file).strip().split(",")) {
        all.add(HostPort.parse(one));
      }
      return all;
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | IllegalArgumentException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "cannot read " + file + " (" + Reason.of(e) + ")", e);
    }
  }

  /**
   * The outcome at one logger: no reason if it has forgotten the job, else the reason, which may be
   * final.
   */
  private record Outcome(HostPort logger, Optional<String> why, boolean isFinal) {}

  /** Returns the messages for the user about loggers that have not forgotten the job. */
  private static List<String> tell(
      List<HostPort> loggers, Secret secret, String job, Duration patience, Duration forgetting)
      throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    Deadline ofMinority = Deadline.in(MINORITY_PATIENCE);
    int forgetTimeoutMs = (int) forgetting.toMillis();
    List<String> refused = new ArrayList<>();
    List<HostPort> left = new ArrayList<>(loggers);
    while (true) {
      List<String> away = new ArrayList<>();
      for (Outcome outcome : tellAll(left, secret, job, forgetTimeoutMs)) {
        outcome.why().ifPresent(outcome.isFinal() ? refused::add : away::add);
        if (outcome.isFinal()) {
          left.remove(outcome.logger());
        }
      }
      boolean isMinority = left.size() <= (loggers.size() - 1) / 2;
      if (left.isEmpty() || deadline.isOver() || isMinority && ofMinority.isOver()) {
        return Stream.concat(refused.stream(), away.stream()).toList();
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /** Ends the job at all loggers at once: those of an agreement take seconds to end it. */
  private static List<Outcome> tellAll(
      List<HostPort> loggers, Secret secret, String job, int forgetTimeoutMs) {
    List<CompletableFuture<Outcome>> telling =
        loggers.stream()
            .map(
                logger ->
                    CompletableFuture.supplyAsync(
                        () -> tellOne(logger, secret, job, forgetTimeoutMs),
                        work -> new Thread(work, "farewell to " + logger).start()))
            .toList();
    return telling.stream().map(CompletableFuture::join).toList();
  }

  private static Outcome tellOne(HostPort logger, Secret secret, String job, int forgetTimeoutMs) {
    try {
      LoggerConnection.farewell(logger, secret, job, ANSWER_TIMEOUT_MS, forgetTimeoutMs);
      return new Outcome(logger, Optional.empty(), true);
    } catch (RefusedByLogger e) {
      String why = e.stop(logger.toString(), "the end of job " + job).getMessage();
      return new Outcome(logger, Optional.of(why), true);
    } catch (IOException e) {
      String what = "No event logger answers at " + logger + " (" + Reason.of(e) + ")";
      String why = new FtmpjException(ErrorCode.LOGGER_UNREACHABLE, what, e).getMessage();
      return new Outcome(logger, Optional.of(why), false);
    }
  }
}

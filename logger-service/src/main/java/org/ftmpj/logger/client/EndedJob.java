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
 * A job that has ended, and whose directory is removed next: the event loggers that its user had
 * named must forget it, too. One that the job has started keeps its store in that directory.
 */
public final class EndedJob {
  /** Enough for a logger that is being restarted. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Of several, one that has been away for long is not waited for. */
  private static final Duration MINORITY_PATIENCE = Duration.ofSeconds(1);

  /**
   * Enough for a logger that has answered: one that has just started again first begins to take
   * part in what the loggers of the job agree on, and then ends that.
   */
  private static final Duration FORGETTING = Duration.ofSeconds(30);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  private EndedJob() {}

  /**
   * Tells the event loggers that the user had named, if so. Tries for ten seconds; when only a
   * minority of several is left, for one. Waits half a minute for one that has answered.
   *
   * @param layout of a job of which no process is left
   * @return what to tell the user if the logger could not be told, and keeps what it has of the job
   */
  public static Optional<String> forget(JobLayout layout) throws InterruptedException {
    return forget(layout, PATIENCE, FORGETTING);
  }

  /**
   * The same with other times.
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
   * The event loggers of a job that its user had named; none if not.
   *
   * @throws FtmpjException LOG_CORRUPT if what its directory says of them cannot be read
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

  /** What became of telling one: nothing if it knows, else why it does not, perhaps for good. */
  private record Outcome(HostPort logger, Optional<String> why, boolean isFinal) {}

  /** What the user is told of each logger that does not know. */
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

  /** At once: loggers that agreed with each other take seconds to end that. */
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

package org.ftmpj.logger.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;

/**
 * A job that begins, and has several event loggers: they are told before a rank is started. From
 * then on a logger that has nothing of the job has lost it.
 */
public final class NewJob {
  /** Enough for loggers that are being started. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  private NewJob() {}

  /**
   * Tells all loggers; tries for ten seconds until a majority knows.
   *
   * @param known is told of each logger that knows, at once
   * @return for each logger that does not know, what to tell the user
   * @throws FtmpjException {@code LOGGER_UNREACHABLE} if it is no majority that knows, {@code
   *     WRONG_SECRET}, {@code LOG_VERSION}, {@code LOGGER_NOT_ENROLLED} if two addresses lead to
   *     one logger
   */
  public static List<String> enrol(JobLoggers loggers, String job, Consumer<HostPort> known)
      throws InterruptedException {
    return enrol(loggers, job, known, PATIENCE);
  }

  static List<String> enrol(
      JobLoggers several, String job, Consumer<HostPort> known, Duration patience)
      throws InterruptedException {
    List<HostPort> loggers = several.all();
    Deadline deadline = Deadline.in(patience);
    List<HostPort> left = new ArrayList<>(loggers);
    while (true) {
      List<String> away = new ArrayList<>();
      for (HostPort logger : List.copyOf(left)) {
        try {
          int number = loggers.indexOf(logger);
          Link.enrol(logger, several.secret(), job, number, ANSWER_TIMEOUT_MS);
          left.remove(logger);
          known.accept(logger);
        } catch (RefusedByLogger e) {
          throw e.stop(logger.toString(), "job " + job);
        } catch (IOException e) {
          away.add("no event logger answers at " + logger + " (" + Outage.describe(e) + ")");
        }
      }
      if (left.size() <= (loggers.size() - 1) / 2) {
        return away;
      }
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.LOGGER_UNREACHABLE,
            "A majority of %d event loggers is needed: %s"
                .formatted(loggers.size(), String.join(", ", away)));
      }
      Thread.sleep(PAUSE_MS);
    }
  }
}

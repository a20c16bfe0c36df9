package org.ftmpj.logger.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.store.Enrolment;
import org.ftmpj.logger.store.StorePlace;

/**
 * Announces a new job to its event loggers before any rank starts. From then on a logger without
 * records of the job has lost them.
 */
public final class NewJob {
  /** The time for loggers that are being started. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The time for loggers that are slow to answer, as on a busy machine, or with a slow disk. */
  private static final Duration FOR_ANSWERS = Duration.ofMinutes(1);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int LONGEST_ANSWER_TIMEOUT_MS = 16_000;
  private static final int PAUSE_MS = 200;

  private NewJob() {}

  /**
   * Notes the job in the store of its own event logger, which is the only one and has not been
   * started yet.
   *
   * @param store the logger's directory
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public static void enrolOwn(Path store, String job) {
    Path directory = StorePlace.of(store, job);
    try {
      OnlyUser.directories(directory);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot create " + directory + ": " + Reason.of(e), e);
    }
    new Enrolment(directory).write(0);
  }

  /**
   * Announces the job to all loggers; tries until a majority of each ensemble knows it, for ten
   * seconds, or for a minute if one does not answer in time.
   *
   * @param known is called at once with each logger that knows
   * @return messages for the user about the loggers that do not know
   * @throws FtmpjException {@code LOGGER_UNREACHABLE} if no majority knows, {@code WRONG_SECRET},
   *     {@code LOG_VERSION}, {@code LOGGER_NOT_ENROLLED} if two addresses lead to one logger
   */
  public static List<String> enrol(JobLoggers loggers, String job, Consumer<HostPort> known)
      throws InterruptedException {
    return enrol(loggers, job, known, false, PATIENCE);
  }

  /**
   * Announces a resumed job to all loggers: a logger knows it if it was informed when the job
   * began, and has all that it has written since.
   *
   * @throws FtmpjException also {@code NOT_RESUMABLE} if so many have lost it that no majority of
   *     an ensemble is left
   */
  public static List<String> enrolResumed(JobLoggers loggers, String job, Consumer<HostPort> known)
      throws InterruptedException {
    return enrol(loggers, job, known, true, PATIENCE);
  }

  static List<String> enrol(
      JobLoggers several,
      String job,
      Consumer<HostPort> known,
      boolean isResumed,
      Duration patience)
      throws InterruptedException {
    List<HostPort> all = several.loggers().all();
    Deadline deadline = Deadline.in(patience);
    Deadline forAnswers = Deadline.in(FOR_ANSWERS);
    int answerTimeoutMs = ANSWER_TIMEOUT_MS;
    Map<HostPort, String> away = new LinkedHashMap<>();
    all.forEach(logger -> away.put(logger, "was not asked"));
    Set<HostPort> lost = new HashSet<>();
    while (true) {
      for (HostPort logger : List.copyOf(away.keySet())) {
        try {
          LoggerConnection.enrol(
              logger, several.secret(), job, all.indexOf(logger), isResumed, answerTimeoutMs);
          away.remove(logger);
          known.accept(logger);
        } catch (RefusedByLogger e) {
          if (!e.isLoss()) {
            throw e.stop(logger.toString(), "job " + job);
          }
          away.put(logger, "the event logger at " + logger + " " + e.reason());
          lost.add(logger);
        } catch (IOException e) {
          if (e instanceof SocketTimeoutException) {
            deadline = forAnswers;
          }
          away.put(logger, "no event logger answers at " + logger + " (" + Reason.of(e) + ")");
        }
      }
      Optional<Ensemble> without =
          several.loggers().ensembles().stream()
              .filter(one -> !hasMajority(one, away.keySet()))
              .findFirst();
      if (without.isEmpty()) {
        return List.copyOf(away.values());
      }
      requireMajorities(several, lost, away);
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.LOGGER_UNREACHABLE,
            all.size() == 1
                ? away.get(all.get(0))
                : "A majority of %d event loggers is needed: %s"
                    .formatted(without.get().members().size(), String.join(", ", away.values())));
      }
      Thread.sleep(PAUSE_MS);
      answerTimeoutMs = Math.min(2 * answerTimeoutMs, LONGEST_ANSWER_TIMEOUT_MS);
    }
  }

  /** Throws if too many loggers have lost the job: waiting does not bring it back. */
  private static void requireMajorities(
      JobLoggers several, Set<HostPort> lost, Map<HostPort, String> away) {
    for (Ensemble ensemble : several.loggers().ensembles()) {
      if (!hasMajority(ensemble, lost)) {
        throw new FtmpjException(
            ErrorCode.NOT_RESUMABLE,
            "a majority of %d event loggers has to have the job's history: %s"
                .formatted(
                    ensemble.members().size(),
                    lost.stream().map(away::get).sorted().collect(Collectors.joining(", "))));
      }
    }
  }

  private static boolean hasMajority(Ensemble ensemble, Set<HostPort> away) {
    int missing = (int) ensemble.members().stream().filter(away::contains).count();
    return missing <= (ensemble.members().size() - 1) / 2;
  }
}

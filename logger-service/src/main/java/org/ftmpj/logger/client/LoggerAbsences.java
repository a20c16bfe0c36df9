package org.ftmpj.logger.client;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;

/**
 * Informs the user of loggers that do not answer: once when an absence lasts, once when it ends.
 */
final class LoggerAbsences {
  private final LoggerNotices notices;
  private final String[] loggers;
  private final Absence[] absences;
  private final Absence majority = new Absence(LoggerNotices.MAJORITY);
  private final long[] sinceNs;
  private final String[] why;

  /** The absence of one logger, or of a majority. */
  private static final class Absence {
    private final int which;
    private final OutagePatience patience = new OutagePatience();
    private boolean told;
    private boolean hasAnswered;

    Absence(int which) {
      this.which = which;
    }

    boolean isToBeTold(long sinceNs, long nowNs) {
      return !told && patience.isOver(sinceNs, nowNs);
    }

    /**
     * Whether an answer is news, as the first one is: a process that has died may have reported an
     * absence.
     */
    boolean isNewsThatItAnswers() {
      return told || !hasAnswered;
    }
  }

  LoggerAbsences(LoggerNotices notices, String[] loggers) {
    this.notices = notices;
    this.loggers = loggers;
    absences = new Absence[loggers.length];
    sinceNs = new long[loggers.length];
    why = new String[loggers.length];
    Arrays.setAll(absences, i -> new Absence(i + 1));
    Arrays.fill(why, "it was not reached yet");
  }

  /** Records whether a logger answers. */
  void look(int logger, boolean answers, long nowNs) {
    Absence absence = absences[logger];
    if (answers) {
      sinceNs[logger] = 0;
      if (absence.isNewsThatItAnswers()) {
        answers(absence, "the event logger at " + loggers[logger] + " is back");
      }
    } else if (sinceNs[logger] == 0) {
      sinceNs[logger] = nowNs;
    } else if (absence.isToBeTold(sinceNs[logger], nowNs)) {
      tell(absence, "the event logger at %s is away: %s".formatted(loggers[logger], why[logger]));
    }
  }

  private void tell(Absence absence, String text) {
    absence.told = true;
    notices.away(absence.which, text);
  }

  private void answers(Absence absence, String text) {
    if (absence.told) {
      absence.patience.hasAnsweredAfterAll();
    }
    absence.told = false;
    absence.hasAnswered = true;
    notices.back(absence.which, text);
  }

  void because(int logger, String reason) {
    why[logger] = reason;
  }

  /** Whether the user has to be informed that a majority has been awaited since then. */
  boolean isMajorityToBeTold(long sinceNs, long nowNs) {
    return majority.isToBeTold(sinceNs, nowNs);
  }

  /**
   * Reports that a majority is awaited.
   *
   * @param missing the missing loggers, with the reasons
   */
  void waits(List<String> missing) {
    tell(
        majority,
        "%s: %d of %d event loggers are missing: %s. %s"
            .formatted(
                ErrorCode.LOGGER_MAJORITY_AWAY,
                missing.size(),
                loggers.length,
                String.join(", ", missing),
                ErrorCode.LOGGER_MAJORITY_AWAY.nextStep()));
  }

  void goesOn() {
    if (majority.isNewsThatItAnswers()) {
      answers(
          majority,
          "the job goes on: a majority of the event loggers answers, of "
              + String.join(", ", loggers));
    }
  }

  /** The reason why that logger is away. */
  String reason(int logger) {
    return loggers[logger] + " (" + why[logger] + ")";
  }

  /** The reasons why each logger is away. */
  String reasons() {
    return IntStream.range(0, loggers.length).mapToObj(this::reason).collect(joining(", "));
  }
}

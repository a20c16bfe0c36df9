package org.ftmpj.logger.client;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the user is told of loggers that do not answer: each once when it lasts, once when it ends.
 */
final class LoggersAway {
  private static final Logger LOG = LoggerFactory.getLogger(QuorumEventLog.class);
  static final long TELL_AFTER_NS = 2_000_000_000L;

  private final String rank;
  private final String[] loggers;
  private final long[] sinceNs;
  private final boolean[] told;
  private final String[] why;
  private boolean majorityTold;

  LoggersAway(String rank, String[] loggers) {
    this.rank = rank;
    this.loggers = loggers;
    sinceNs = new long[loggers.length];
    told = new boolean[loggers.length];
    why = new String[loggers.length];
    Arrays.fill(why, "it was not reached yet");
  }

  /** It answers, or does not. */
  void look(int logger, boolean answers, long nowNs) {
    if (answers) {
      if (told[logger]) {
        LOG.warn("{}: the event logger at {} is back", rank, loggers[logger]);
      }
      told[logger] = false;
      sinceNs[logger] = 0;
    } else if (sinceNs[logger] == 0) {
      sinceNs[logger] = nowNs;
    } else if (!told[logger] && nowNs - sinceNs[logger] >= TELL_AFTER_NS) {
      told[logger] = true;
      LOG.warn("{}: the event logger at {} is away: {}", rank, loggers[logger], why[logger]);
    }
  }

  void because(int logger, String reason) {
    why[logger] = reason;
  }

  /**
   * The rank has waited for a majority for long.
   *
   * @param missing which loggers are missing, and why
   */
  void waits(List<String> missing) {
    if (!majorityTold) {
      majorityTold = true;
      LOG.warn(
          "{}: {} waits: {} of {} event loggers are missing: {}. {}",
          ErrorCode.LOGGER_MAJORITY_AWAY,
          rank,
          missing.size(),
          loggers.length,
          String.join(", ", missing),
          ErrorCode.LOGGER_MAJORITY_AWAY.nextStep());
    }
  }

  void goesOn() {
    if (majorityTold) {
      majorityTold = false;
      LOG.warn("{} goes on: a majority of the event loggers answers", rank);
    }
  }

  /** Why that one is away. */
  String reason(int logger) {
    return loggers[logger] + " (" + why[logger] + ")";
  }

  /** Why each is away. */
  String reasons() {
    return IntStream.range(0, loggers.length).mapToObj(this::reason).collect(joining(", "));
  }
}

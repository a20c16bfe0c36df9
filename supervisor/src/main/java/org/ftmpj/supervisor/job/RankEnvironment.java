package org.ftmpj.supervisor.job;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.job.JobLayout;

/**
 * The environment variables that identify a rank to its agent.
 *
 * @param size number of ranks of the job
 * @param logger the address of the event logger, if that is known
 * @param loggers the addresses of several event loggers, if there are several
 */
public record RankEnvironment(
    JobLayout layout, int size, Optional<HostPort> logger, Optional<Loggers> loggers) {

  /**
   * The variable with a word for each start of a rank, by which its agent distinguishes it from its
   * child processes, which inherit the environment.
   */
  private static final String START = "FTMPJ_START";

  /** The environment of a job with at most one event logger. */
  public RankEnvironment(JobLayout layout, int size, Optional<HostPort> logger) {
    this(layout, size, logger, Optional.empty());
  }

  /** Adds the variables for that incarnation. */
  public void addTo(Map<String, String> environment, int rank, int incarnation) {
    set(environment, Options.JOB_DIR, layout.directory());
    set(environment, Options.RANK, rank);
    set(environment, Options.SIZE, size);
    set(environment, Options.INCARNATION, incarnation);
    set(environment, Options.SUPERVISED, true);
    distinguish(environment);
    logger.ifPresent(address -> set(environment, Options.LOGGER, address));
    loggers.ifPresent(all -> set(environment, Options.LOGGERS, all));
  }

  /** Distinguishes the next process from all earlier ones. */
  public static void distinguish(Map<String, String> environment) {
    environment.put(START, UUID.randomUUID().toString());
  }

  /** Sets an option. */
  public static void set(Map<String, String> environment, Option<?> option, Object value) {
    environment.put(option.environment(), value.toString());
  }
}

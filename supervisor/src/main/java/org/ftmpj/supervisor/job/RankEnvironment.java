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
 * What the agent of a rank is told by the rank's environment: which rank of which job it is.
 *
 * @param size number of ranks of the job
 * @param logger the address of the event logger, if that is known
 * @param loggers the addresses of several event loggers, if there are several
 */
public record RankEnvironment(
    JobLayout layout, int size, Optional<HostPort> logger, Optional<Loggers> loggers) {

  /**
   * A word for each start of a rank, by which its agent tells it from its child processes: they
   * inherit the environment.
   */
  private static final String START = "FTMPJ_START";

  /** Of a job that has one event logger, or none. */
  public RankEnvironment(JobLayout layout, int size, Optional<HostPort> logger) {
    this(layout, size, logger, Optional.empty());
  }

  /** Adds it to the environment of that incarnation. */
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

  /** Tells the process that is about to be started from all that were started before. */
  public static void distinguish(Map<String, String> environment) {
    environment.put(START, UUID.randomUUID().toString());
  }

  /** Sets an option. */
  public static void set(Map<String, String> environment, Option<?> option, Object value) {
    environment.put(option.environment(), value.toString());
  }
}

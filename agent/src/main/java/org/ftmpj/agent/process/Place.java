package org.ftmpj.agent.process;

import java.nio.file.Path;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;

/** Which incarnation of which rank of which job this process is. */
public record Place(JobLayout layout, int rank, int size, int incarnation) {

  /**
   * @throws FtmpjException {@code NO_JOB} if an option is not set that only the launcher knows
   */
  public static Place of(Configuration configuration) {
    return new Place(
        new JobLayout(required(configuration, Options.JOB_DIR)),
        required(configuration, Options.RANK),
        required(configuration, Options.SIZE),
        configuration.get(Options.INCARNATION));
  }

  /**
   * The identity of the job, the same for all its processes.
   *
   * @throws FtmpjException LOG_CORRUPT
   */
  public JobIdentity job() {
    return JobIdentity.of(layout);
  }

  public Path exitRecord() {
    return layout.exitRecord(rank);
  }

  private static <T> T required(Configuration configuration, Option<T> option) {
    return configuration
        .find(option)
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.NO_JOB,
                    "this process belongs to no job: option %s (%s) is not set"
                        .formatted(option.name(), option.environment())));
  }
}

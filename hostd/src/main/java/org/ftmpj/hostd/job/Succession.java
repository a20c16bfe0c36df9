package org.ftmpj.hostd.job;

import java.util.function.BooleanSupplier;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.Agreement;

/** The way of a host to a coordinator after the loss of its present one. Any thread. */
public interface Succession {

  /**
   * What the event loggers of a job agree on.
   *
   * @param layout of the job's directory on this host
   */
  Agreement agreement(JobLayout layout, Loggers loggers);

  /**
   * Starts a process on this host that is the coordinator of that term, which this host has
   * claimed. It notes where it listens, and outlives this process. Does not wait for it.
   *
   * @param order what this host has been told to do
   * @return whether it has ended; any thread
   * @throws org.ftmpj.common.error.FtmpjException if it cannot be started
   */
  BooleanSupplier start(JobOrder order, long term, Loggers loggers);
}

package org.ftmpj.hostd.job;

import java.util.function.BooleanSupplier;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.Agreement;

/** The way of a host to a coordinator after the loss of its present one. Any thread. */
public interface Succession {

  /**
   * The state that the event loggers of a job agree on.
   *
   * @param layout of the job's directory on this host
   */
  Agreement agreement(JobLayout layout, Loggers loggers);

  /**
   * Starts a process on this host that is the coordinator of that term, which this host has
   * claimed. It records its addresses, and outlives this process. Does not wait for it.
   *
   * @param order the order to this host
   * @return whether it has ended; any thread
   * @throws org.ftmpj.common.error.FtmpjException if it cannot be started
   */
  BooleanSupplier start(JobOrder order, long term, Loggers loggers);
}

package org.ftmpj.hostd.job;

import java.util.function.BooleanSupplier;
import org.ftmpj.logger.agreement.Agreement;

/** The parts of a host that outlive a coordinator. */
interface RejoiningHost {

  JobOrder order();

  /** The directory of the job on this host. */
  String directory();

  /** The state that the event loggers agree on. */
  Agreement agreement();

  /**
   * Starts the coordinator of that term, which this host has claimed. Does not wait for it.
   *
   * @return whether its process has ended, or could not be started
   */
  BooleanSupplier startSuccessor(long term);

  /**
   * Sends everything that ranks have printed, from the beginning. No other thread sends any of it
   * meanwhile.
   *
   * @param change makes another coordinator the receiver; false if it is lost
   * @param last run when everything is sent
   * @return the result of the change
   */
  boolean tellOutput(BooleanSupplier change, Runnable last);
}

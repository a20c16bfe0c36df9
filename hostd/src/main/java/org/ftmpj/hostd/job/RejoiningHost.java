package org.ftmpj.hostd.job;

import java.util.function.BooleanSupplier;
import org.ftmpj.logger.agreement.Agreement;

/** A host as far as it goes on from one coordinator to the next. */
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
   * Tells all that ranks have printed, from the beginning. Nothing of it is told meanwhile by
   * others.
   *
   * @param change makes another coordinator the one that is told; false if it is lost
   * @param last run when it is told
   * @return the result of the change
   */
  boolean tellOutput(BooleanSupplier change, Runnable last);
}

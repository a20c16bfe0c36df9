package org.ftmpj.launcher.job;

import java.util.Optional;
import org.ftmpj.common.job.JobLayout;

/** A job, and how far its ranks are, as they have published it. Any thread. */
public interface RunnableJob {

  /** The operation clock of a rank; 0 while the job has not started. */
  long progress(int rank);

  /** How often a rank had to wait at the gate, in all its incarnations. */
  long gateWaits(int rank);

  /** For how many nanoseconds together. */
  long gateWaitedNs(int rank);

  /** Where the job is; empty while it has not started. */
  Optional<JobLayout> place();

  /**
   * Runs it to its end; no process of it is left then, and no file, unless it is to be kept or
   * FTMPJ could not go on. To be called once.
   *
   * @return exit code
   * @throws org.ftmpj.common.error.FtmpjException if FTMPJ could not go on
   */
  int run() throws InterruptedException;
}

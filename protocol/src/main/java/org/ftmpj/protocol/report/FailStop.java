package org.ftmpj.protocol.report;

import org.ftmpj.common.error.FtmpjException;

/** Stops this rank, loudly and for good (protocol rule FAIL_STOP). */
@FunctionalInterface
public interface FailStop {

  /**
   * Reports the reason on standard error, writes the exit record that ends the job, and ends the
   * process. Does not return.
   *
   * @return never; the type lets a caller write {@code throw failStop.stop(e)}
   */
  RuntimeException stop(FtmpjException why);
}

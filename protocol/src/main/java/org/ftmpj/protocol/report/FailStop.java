package org.ftmpj.protocol.report;

import org.ftmpj.common.error.FtmpjException;

/** Stops this rank, loudly and for good (protocol rule FAIL_STOP). */
@FunctionalInterface
public interface FailStop {

  /**
   * Says why on standard error, leaves the exit record that ends the job, and ends the process.
   * Does not return.
   *
   * @return never; typed so that a caller can write {@code throw failStop.stop(e)}
   */
  RuntimeException stop(FtmpjException why);
}

package org.ftmpj.agent;

import org.ftmpj.common.error.FtmpjException;

/** The role of this process for its rank: the rank itself, or a repetition of its record. */
interface Role {
  /** Whether this process is the rank itself. */
  boolean isLive();

  /**
   * Opens the logs. Called once.
   *
   * @throws FtmpjException if the rank cannot start
   */
  OpenRank open();

  /** FTMPJ stops this process. Any thread; perhaps before {@link #open} has returned. */
  void stopped(FtmpjException why);
}

package org.ftmpj.launcher.hosts;

import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.ToLauncher;

/** Learns what hosts tell of the job. Called by a thread for each host, in order. */
interface JobListener {

  /** Something that is about ranks. */
  void told(RemoteHost host, ToLauncher message) throws InterruptedException;

  /**
   * Nothing has come from a host for a while, or it is there again.
   *
   * @param silent which of both
   */
  void suspected(RemoteHost host, boolean silent);

  /** Nothing is heard any more of a host that was there, for good. */
  void lost(RemoteHost host, FtmpjException why);

  /** The job cannot go on because of that host. */
  void failed(RemoteHost host, FtmpjException why);
}

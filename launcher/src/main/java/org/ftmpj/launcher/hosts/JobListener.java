package org.ftmpj.launcher.hosts;

import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.ToLauncher;

/** Learns what hosts tell of the job. Called by a thread for each host, in order. */
interface JobListener {

  /** Something that is about ranks. */
  void told(RemoteHost host, ToLauncher message) throws InterruptedException;

  /**
   * Called when a host has fallen silent, or has answered again.
   *
   * @param silent whether it is silent
   */
  void suspected(RemoteHost host, boolean silent);

  /** Called when a host is lost for good. */
  void lost(RemoteHost host, FtmpjException why);

  /** The job cannot go on because of that host. */
  void failed(RemoteHost host, FtmpjException why);
}

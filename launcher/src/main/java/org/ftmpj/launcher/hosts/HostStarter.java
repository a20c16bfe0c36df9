package org.ftmpj.launcher.hosts;

import java.util.List;

/** Starts the daemons of hosts. */
interface HostStarter {

  /** Starts them, or asks for it. Does not wait until they join. */
  void start(List<RemoteHost> hosts, DaemonCommand command);

  /** Ends what is left of it. The daemons have ended, or are lost. */
  void end() throws InterruptedException;
}

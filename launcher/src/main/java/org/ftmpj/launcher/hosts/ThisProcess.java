package org.ftmpj.launcher.hosts;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** This process as users of other hosts are told of it. */
final class ThisProcess {
  private ThisProcess() {}

  /**
   * With its host and number.
   *
   * @param role what it is to the job
   */
  static String inWords(String role) {
    return role + " on host " + host() + ", process " + ProcessHandle.current().pid();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "(without a name)";
    }
  }
}

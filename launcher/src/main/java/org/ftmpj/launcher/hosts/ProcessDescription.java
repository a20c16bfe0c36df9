package org.ftmpj.launcher.hosts;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The description of this process for users of other hosts. */
final class ProcessDescription {
  private ProcessDescription() {}

  /**
   * Describes it with its host and process id.
   *
   * @param role its role in the job
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

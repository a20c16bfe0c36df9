package org.ftmpj.launcher.hosts;

import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** A host daemon as a task of a Slurm step, which is the same command on all nodes. */
final class SlurmTask {
  /** The variable with Slurm's name of the node, in the environment of its tasks. */
  static final String NODE_NAME = "SLURMD_NODENAME";

  private SlurmTask() {}

  /**
   * The number of this host.
   *
   * @param hosts of the job, in order of their numbers
   * @throws FtmpjException BAD_COMMAND if it is none of them
   */
  static int number(List<String> hosts, Map<String, String> environment) {
    String name = environment.get(NODE_NAME);
    if (name == null) {
      throw bad(hosts, NODE_NAME + " is not in the environment, by which one is chosen");
    }
    int index = hosts.indexOf(name);
    if (index < 0) {
      throw bad(hosts, name + ", as Slurm calls this host, is none of them");
    }
    return index + 1;
  }

  private static FtmpjException bad(List<String> hosts, String why) {
    return new FtmpjException(
        ErrorCode.BAD_COMMAND, "--nodes " + String.join(",", hosts) + ": " + why);
  }
}

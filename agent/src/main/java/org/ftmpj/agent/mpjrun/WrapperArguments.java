package org.ftmpj.agent.mpjrun;

import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * What MPJ Express's daemon tells {@code runtime.daemon.Wrapper}, as far as it is of interest here:
 *
 * <pre>
 * 0 "#temp|line;#Number|of|Processes;N;..."   the job
 * 1 processes on this host
 * 2 device
 * 3 host, 4 port                              where the starter listens
 * 5 rank
 * 6 class of the program
 * 7 ...                                       its arguments
 * </pre>
 *
 * @param size number of ranks of the job
 */
record WrapperArguments(int size, String host, int port, int rank) {
  private static final int LEAST = 7;
  private static final String SIZE = "#Number of Processes";

  /** The device in them, empty if there is none. The others mean something else if it is mxdev. */
  static String device(List<String> arguments) {
    return arguments.size() > 2 ? arguments.get(2) : "";
  }

  /**
   * @throws FtmpjException UNKNOWN_MPJ_EXPRESS if they are others
   */
  static WrapperArguments parse(List<String> arguments) {
    try {
      if (arguments.size() < LEAST) {
        throw new IllegalArgumentException("there are fewer than " + LEAST);
      }
      return new WrapperArguments(
          Integer.parseInt(value(arguments.get(0), SIZE)),
          arguments.get(3),
          Integer.parseInt(arguments.get(4)),
          Integer.parseInt(arguments.get(5)));
    } catch (IllegalArgumentException e) {
      throw unknown("Wrapper", arguments, e);
    }
  }

  /**
   * What the daemon tells {@code HybridStarter}: the same in another order, with one process for
   * each host, and the starter's address in the text about the job.
   *
   * @throws FtmpjException UNKNOWN_MPJ_EXPRESS if they are others
   */
  static WrapperArguments parseHybrid(List<String> arguments) {
    try {
      String job = arguments.get(9);
      return new WrapperArguments(
          Integer.parseInt(value(job, SIZE)),
          value(job, "#Server Name"),
          Integer.parseInt(value(job, "#Server Port")),
          Integer.parseInt(arguments.get(8)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unknown("HybridStarter", arguments, e);
    }
  }

  private static String value(String job, String name) {
    List<String> parts = List.of(job.replace('|', ' ').split(";"));
    int at = parts.indexOf(name);
    if (at < 0 || at + 1 == parts.size()) {
      throw new IllegalArgumentException("no '" + name + "'");
    }
    return parts.get(at + 1);
  }

  private static FtmpjException unknown(String who, List<String> arguments, RuntimeException e) {
    return new FtmpjException(
        ErrorCode.UNKNOWN_MPJ_EXPRESS,
        "the arguments of MPJ Express's %s are not understood (%s): %s"
            .formatted(who, e.getMessage(), arguments),
        e);
  }
}

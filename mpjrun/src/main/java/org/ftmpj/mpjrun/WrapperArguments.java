package org.ftmpj.mpjrun;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * What MPJ Express's daemon tells {@code runtime.daemon.Wrapper}, as far as it is of interest here:
 *
 * <pre>
 * 0 "#temp|line;#Number|of|Processes;N;..."   the job, with HOST@0@0@RANK@DEBUGPORT of each rank
 * 1 processes on this host
 * 2 device
 * 3 host, 4 port                              where the starter listens
 * 5 rank
 * 6 class of the program
 * 7 ...                                       its arguments
 * </pre>
 *
 * @param size number of ranks of the job
 * @param program its class
 * @param machines the host of each rank, as the starter's machines file has it; empty if the job is
 *     on one host
 */
record WrapperArguments(
    int size, String host, int port, int rank, String program, List<String> machines) {
  private static final int LEAST = 7;
  private static final String SIZE = "#Number of Processes";
  private static final String ENTRY = "[^@]+@0@0@\\d+@\\d+";

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
      int size = Integer.parseInt(value(arguments.get(0), SIZE));
      return new WrapperArguments(
          size,
          arguments.get(3),
          Integer.parseInt(arguments.get(4)),
          Integer.parseInt(arguments.get(5)),
          arguments.get(6),
          Integer.parseInt(arguments.get(1)) == size ? List.of() : machines(arguments.get(0)));
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
          Integer.parseInt(arguments.get(8)),
          arguments.get(5),
          List.of());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unknown("HybridStarter", arguments, e);
    }
  }

  private static List<String> machines(String job) {
    return Arrays.stream(job.split(";"))
        .filter(part -> part.matches(ENTRY))
        .map(part -> part.substring(0, part.indexOf('@')))
        .toList();
  }

  /**
   * Whether this may turn out to be the lowest rank of a host, of several hosts. Which hosts there
   * are is known for certain when the starter has seen where the ranks come from.
   */
  boolean mayLeadAHost() {
    return rank < machines.size() && machines.indexOf(machines.get(rank)) == rank;
  }

  /** The number that the host of this rank is going to have then. */
  int likelyHost() {
    Stream<String> before = machines.subList(0, rank + 1).stream();
    return Math.toIntExact(before.distinct().count());
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

package org.ftmpj.launcher.program;

import java.util.List;

/**
 * A request to run a program.
 *
 * @param size number of ranks
 * @param jvmArguments for the JVM of every rank
 */
public record RunRequest(int size, JavaProgram program, List<String> jvmArguments) {

  /** The port 0 says that there is no starter to ask: MPJ Express's own devices need one. */
  public static final int NO_STARTER = 0;

  public RunRequest {
    jvmArguments = List.copyOf(jvmArguments);
  }

  /**
   * The arguments that MPJ Express's starter gives to a process, before the program's own.
   *
   * @param starterPort where the process asks for its peers
   */
  public List<String> mpjArguments(int rank, int starterPort) {
    return mpjArguments(rank, size, "localhost", starterPort);
  }

  /** The arguments for a starter on any host. */
  public static List<String> mpjArguments(int rank, int size, String starterHost, int starterPort) {
    String configuration =
        String.join(
            ";",
            "#Number of Processes",
            Integer.toString(size),
            "#Protocol Switch Limit",
            "131072",
            "#Server Name",
            starterHost,
            "#Server Port",
            Integer.toString(starterPort));
    return List.of(Integer.toString(rank), configuration, "niodev");
  }
}

package org.ftmpj.launcher.hosts;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command that makes a host join.
 *
 * @param ftmpj the command there
 * @param launcher where the launcher listens
 * @param options {@code ft.NAME=VALUE} each
 */
record DaemonCommand(Path ftmpj, List<InetSocketAddress> launcher, List<String> options) {
  /** Stands for the standard input. */
  static final String STANDARD_INPUT = "-";

  /** Stands for a host that is lost. */
  private static final String NO_NODE = ".";

  /**
   * The command in words.
   *
   * @param secretFile on that host, or {@link #STANDARD_INPUT}
   */
  List<String> of(RemoteHost host, String secretFile) {
    return words("--number", Integer.toString(host.number()), secretFile);
  }

  /**
   * The command in words that are equal on all nodes on which Slurm runs them; the secret is given.
   *
   * @param nodes in order of their numbers, some of which may be missing
   */
  List<String> ofNodes(List<RemoteHost> nodes) {
    List<String> names = new ArrayList<>();
    for (RemoteHost node : nodes) {
      while (names.size() + 1 < node.number()) {
        names.add(NO_NODE);
      }
      names.add(node.name());
    }
    return words("--nodes", String.join(",", names), STANDARD_INPUT);
  }

  private List<String> words(String which, String value, String secretFile) {
    String addresses = launcher.stream().map(BindAddresses::text).collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(List.of(ftmpj.toString(), "hostd", "--join", addresses));
    words.addAll(List.of(which, value));
    options.forEach(option -> words.addAll(List.of("-D", option)));
    words.addAll(List.of("--secret-file", secretFile));
    return words;
  }
}

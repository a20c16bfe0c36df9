package org.ftmpj.it.net.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.testnet.HostsNetwork;

/** Where something listens on the hosts of a network, as the kernel says. */
final class Ports {
  private static final Pattern LISTENING =
      Pattern.compile("(?:LISTEN|UNCONN)\\s+\\d+\\s+\\d+\\s+(\\S+):(\\d+)\\s");

  private Ports() {}

  /** {@code ADDRESS:PORT} of all that other hosts reach, in the order of hosts. */
  static List<String> of(HostsNetwork network) {
    List<String> ports = new ArrayList<>();
    for (int host = 0; host < network.hosts(); host++) {
      int there = host;
      listening(network, host, "-ltnH")
          .filter(found -> !isLoopback(found))
          .map(found -> reached(network, there, address(found)) + ":" + found.group(2))
          .forEach(ports::add);
    }
    return ports;
  }

  /**
   * {@code 127.0.0.1:PORT} of all that takes datagrams from processes of that host: the doorbells
   * of its ranks and its daemon.
   */
  static List<String> doorbells(HostsNetwork network, int host) {
    return listening(network, host, "-lunH")
        .filter(Ports::isLoopback)
        .map(found -> address(found) + ":" + found.group(2))
        .toList();
  }

  private static boolean isLoopback(MatchResult found) {
    return address(found).startsWith("127.");
  }

  private static String address(MatchResult found) {
    return found.group(1).replaceAll("[\\[\\]]|::ffff:", "");
  }

  private static String reached(HostsNetwork network, int host, String address) {
    return address.matches("[0-9.]+") ? address : network.address(host, 0);
  }

  private static Stream<MatchResult> listening(HostsNetwork network, int host, String which) {
    return LISTENING.matcher(sockets(network, host, which)).results();
  }

  private static String sockets(HostsNetwork network, int host, String which) {
    try {
      Process process =
          new ProcessBuilder(network.on(host, List.of("ss", which)))
              .redirectErrorStream(true)
              .start();
      return new String(process.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new AssertionError("There is no ss, of the package iproute2", e);
    }
  }
}

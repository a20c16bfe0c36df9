package org.ftmpj.it.net.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.testnet.HostsNetwork;

/** Where something listens on the hosts of a network, as the kernel says. */
final class Ports {
  private static final Pattern LISTENING =
      Pattern.compile("LISTEN\\s+\\d+\\s+\\d+\\s+(\\S+):(\\d+)\\s");

  private Ports() {}

  /** {@code ADDRESS:PORT} of all that other hosts reach, in the order of hosts. */
  static List<String> of(HostsNetwork network) {
    List<String> ports = new ArrayList<>();
    for (int host = 0; host < network.hosts(); host++) {
      Matcher found = LISTENING.matcher(listening(network, host));
      while (found.find()) {
        String address = found.group(1).replaceAll("[\\[\\]]|::ffff:", "");
        if (!address.startsWith("127.")) {
          String reached = address.matches("[0-9.]+") ? address : network.address(host, 0);
          ports.add(reached + ":" + found.group(2));
        }
      }
    }
    return ports;
  }

  private static String listening(HostsNetwork network, int host) {
    try {
      Process process =
          new ProcessBuilder(network.on(host, List.of("ss", "-ltnH")))
              .redirectErrorStream(true)
              .start();
      return new String(process.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new AssertionError("There is no ss, of the package iproute2", e);
    }
  }
}

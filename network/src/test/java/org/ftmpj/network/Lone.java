package org.ftmpj.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A host in a JVM of its own, to be killed. */
final class Lone {
  private Lone() {}

  /** Host 2, which connects to host 1. */
  static Process connecting(int port) throws IOException {
    return start("connect", port);
  }

  /** Host 1, which expects host 2. */
  static Process listening(int port) throws IOException {
    return start("listen", port);
  }

  private static Process start(String mode, int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Lone.class.getName(),
            mode,
            String.valueOf(port))
        .inheritIO()
        .start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]));
    Hosts.Events events = new Hosts.Events();
    if (arguments[0].equals("connect")) {
      Endpoint endpoint = Hosts.open(2, 1, Hosts.options("tcp"));
      endpoint.connect(1, List.of(address), Hosts.nowhere(), events);
    } else {
      Endpoint.open(1, Hosts.SECRET, List.of(address), Hosts.options("tcp"))
          .expect(2, Hosts.nowhere(), events);
    }
    events.lost.join();
  }
}

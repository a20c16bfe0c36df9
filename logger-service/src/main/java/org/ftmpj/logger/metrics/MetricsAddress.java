package org.ftmpj.logger.metrics;

/**
 * The address at which metrics are served; the name is not resolved yet.
 *
 * @param port 0 for any free one
 */
public record MetricsAddress(String host, int port) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int LAST_PORT = 65_535;

  /**
   * @param text {@code PORT} on the loopback address, or {@code HOST:PORT}, an IPv6 address in
   *     brackets
   * @throws IllegalArgumentException if it is neither
   */
  public static MetricsAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? LOOPBACK : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      host = "";
    }
    if (host.isBlank()) {
      throw new IllegalArgumentException(text + " is not HOST:PORT");
    }
    return new MetricsAddress(host, port(text.substring(colon + 1)));
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= LAST_PORT) {
        return port;
      }
    } catch (NumberFormatException notANumber) {
      // Same answer as for a number that is no port.
    }
    throw new IllegalArgumentException(text + " is no port from 0 to " + LAST_PORT);
  }
}

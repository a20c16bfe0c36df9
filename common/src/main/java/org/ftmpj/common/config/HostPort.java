package org.ftmpj.common.config;

/** The address of a service; the name is not resolved yet. */
public record HostPort(String host, int port) {

  @Override
  public String toString() {
    return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
  }

  /**
   * Parses a text.
   *
   * @param text {@code host:port}, an IPv6 address in brackets
   * @throws IllegalArgumentException if it is not that
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      host = "";
    }
    if (host.isBlank()) {
      throw new IllegalArgumentException("is not host:port");
    }
    return new HostPort(host, port(text.substring(colon + 1)));
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException notANumber) {
      // Same answer as for a number that is no port.
    }
    throw new IllegalArgumentException("has no port between 1 and 65535");
  }
}

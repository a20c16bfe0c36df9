package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Addresses of this host to listen on, one for each path. */
final class BindAddresses {
  /** Any address; nothing is sent. */
  private static final int SOME_PORT = 9;

  private BindAddresses() {}

  /**
   * The addresses that {@code --bind} names.
   *
   * @param texts {@code ADDRESS} or {@code ADDRESS:PORT}, an IPv6 address with a port in brackets
   * @throws FtmpjException BAD_COMMAND
   */
  static List<InetSocketAddress> parse(List<String> texts) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String text : texts) {
      addresses.add(parse(text));
    }
    return addresses;
  }

  private static InetSocketAddress parse(String text) {
    String host = text;
    int port = 0;
    int colon = text.lastIndexOf(':');
    try {
      if (text.startsWith("[") || colon >= 0 && text.indexOf(':') == colon) {
        boolean hasPort = colon > text.indexOf(']');
        host = hasPort ? text.substring(0, colon) : text;
        port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : 0;
      }
      InetAddress address = InetAddress.getByName(host);
      if (address.isAnyLocalAddress()) {
        throw bad(text, "other hosts cannot be told that address");
      }
      return new InetSocketAddress(address, port);
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw bad(text, "it is no ADDRESS or ADDRESS:PORT");
    }
  }

  private static FtmpjException bad(String text, String why) {
    return new FtmpjException(ErrorCode.BAD_COMMAND, "--bind " + text + ": " + why);
  }

  /**
   * The address of this host from which that one is reached, as the routes are now.
   *
   * @param host name or address, perhaps with the user to log in as: {@code user@host}
   * @throws FtmpjException BAD_COMMAND if that cannot be found out
   */
  static InetSocketAddress towards(String host) {
    try {
      return towards(InetAddress.getByName(host.substring(host.indexOf('@') + 1)));
    } catch (UnknownHostException e) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND,
          "there is no host '"
              + host
              + "' ("
              + Reason.of(e)
              + "); check its name, or, if only a remote shell knows it, name an address of this"
              + " host with --bind",
          e);
    }
  }

  /** The address of this host towards another address. */
  static InetSocketAddress towards(InetAddress host) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(host, SOME_PORT));
      return new InetSocketAddress(socket.getLocalAddress(), 0);
    } catch (IOException | UncheckedIOException e) {
      throw unknown(host.getHostAddress(), e);
    }
  }

  private static FtmpjException unknown(String host, Exception why) {
    return new FtmpjException(
        ErrorCode.BAD_COMMAND,
        "cannot find out from which address of this host "
            + host
            + " is reached ("
            + Reason.of(why)
            + "); wait until this host's network is up, or name an address of it with --bind",
        why);
  }

  /** The address in the form of a command line. */
  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}

package org.ftmpj.network.path;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.Handshakes;
import org.ftmpj.network.auth.Proven;

/** Paths of TCP. */
public final class TcpPaths implements Paths {
  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public NetworkListener listen(InetSocketAddress address, ConnectionAcceptor greeter)
      throws IOException {
    return new TcpListener(address, greeter);
  }

  @Override
  public Opening connect(
      InetSocketAddress local, InetSocketAddress remote, ConnectRequest call, Duration time)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      InetSocketAddress to = resolved(remote);
      if (local != null && mayMeet(local, to)) {
        channel.bind(new InetSocketAddress(local.getAddress(), 0));
      }
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(to, (int) time.toMillis());
      Deadline deadline = Deadline.in(time);
      Proven proven = Handshakes.connecting(channel, call.secret(), call.purpose(), deadline);
      TcpOpenings openings = new TcpOpenings(channel, proven, deadline);
      openings.send(call.opening());
      Opening theirs = openings.receive();
      if (theirs.verdict() == ConnectReply.WELCOME) {
        new TcpConnection(channel, proven, call.listener()).start(theirs);
      } else {
        channel.close();
      }
      return theirs;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Looks the address up again each time, as a host may come back with another address. */
  private static InetSocketAddress resolved(InetSocketAddress address) {
    return address.isUnresolved()
        ? new InetSocketAddress(address.getHostString(), address.getPort())
        : address;
  }

  /**
   * Whether one address can reach the other: a loopback address reaches no other host, and none of
   * another host reaches it.
   */
  private static boolean mayMeet(InetSocketAddress local, InetSocketAddress remote) {
    return !local.isUnresolved()
        && !remote.isUnresolved()
        && !local.getAddress().isAnyLocalAddress()
        && local.getAddress().isLoopbackAddress() == remote.getAddress().isLoopbackAddress()
        && local.getAddress().getClass() == remote.getAddress().getClass();
  }
}

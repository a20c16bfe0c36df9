package org.ftmpj.network.path;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ServiceLoader;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A kind of path, found by {@link ServiceLoader}. As the paths of LA-MPI (Aulwes et al., section
 * 2.2.2) it brings frames from one host to another; nothing above it knows how. Thread-safe.
 */
public interface Paths {
  /** The name in the option {@code network.paths}. */
  String name();

  /**
   * Lets others connect at an address of this host, port 0 for any.
   *
   * @throws IOException if that is not possible there
   */
  NetworkListener listen(InetSocketAddress address, ConnectionAcceptor greeter) throws IOException;

  /**
   * Connects, and returns when the other side has answered. If it accepts, the call's listener has
   * the connection.
   *
   * @param local address at which the connection should begin; null for any
   * @return the answer of the other side
   * @throws org.ftmpj.common.handshake.NotProven if it is not who it should be
   * @throws IOException if nothing answers, within the time
   */
  Opening connect(
      InetSocketAddress local, InetSocketAddress remote, ConnectRequest call, Duration time)
      throws IOException;

  /**
   * The kind of that name.
   *
   * @throws FtmpjException {@code BAD_OPTIONS} if there is none on the class path
   */
  static Paths named(String name) {
    for (Paths paths : ServiceLoader.load(Paths.class, Paths.class.getClassLoader())) {
      if (paths.name().equals(name)) {
        return paths;
      }
    }
    throw new FtmpjException(
        ErrorCode.BAD_OPTIONS, "network.paths=" + name + " names no kind of path that is there");
  }
}

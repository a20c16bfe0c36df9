package org.ftmpj.network.path;

import java.net.InetSocketAddress;

/** An address at which other hosts can connect; any thread. */
public interface NetworkListener extends AutoCloseable {
  /** The address, with the port that was chosen. */
  InetSocketAddress address();

  /** Ends the acceptance of connections. Existing connections stay. */
  @Override
  void close();
}

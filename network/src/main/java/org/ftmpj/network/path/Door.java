package org.ftmpj.network.path;

import java.net.InetSocketAddress;

/** A place where others can connect; any thread. */
public interface Door extends AutoCloseable {
  /** Where it is, with the port that was chosen. */
  InetSocketAddress address();

  /** No one can connect any more. Connections that have begun stay. */
  @Override
  void close();
}

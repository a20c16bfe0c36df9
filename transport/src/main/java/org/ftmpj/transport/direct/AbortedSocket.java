package org.ftmpj.transport.direct;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** A socket that is closed with this object unless it has come into use. One thread. */
final class AbortedSocket implements AutoCloseable {
  private final SocketChannel channel;
  private boolean isUsed;

  AbortedSocket(SocketChannel channel) {
    this.channel = channel;
  }

  SocketChannel channel() {
    return channel;
  }

  /** Leaves the socket open. */
  void isUsed() {
    isUsed = true;
  }

  @Override
  public void close() throws IOException {
    if (!isUsed) {
      channel.close();
    }
  }
}

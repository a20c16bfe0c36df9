package org.ftmpj.network.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A TCP connection as it is. */
record PlainWire(SocketChannel channel) implements Wire {
  @Override
  public int begin() {
    return 0;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    return channel.read(to);
  }

  @Override
  public boolean hasMore() {
    return false;
  }

  @Override
  public boolean mustWrite() {
    return false;
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    if (from.hasRemaining()) {
      channel.write(from);
    }
    return !from.hasRemaining();
  }
}

package org.ftmpj.transport.direct;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * The doorbell of a rank that also waits for connections, rung like a {@link
 * org.ftmpj.transport.bell.Doorbell}. It has to be opened again when a thread that used it was
 * interrupted. One thread at a time.
 */
final class RankBell {
  private final DatagramChannel channel;
  private final ByteBuffer ring = ByteBuffer.allocate(1);

  RankBell(Selector selector) throws IOException {
    channel = DatagramChannel.open();
    try {
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  /** Takes all rings that have come. */
  void drain() throws IOException {
    while (channel.receive(ring.clear()) != null) {
      // A ring says nothing but "look".
    }
  }

  void close() throws IOException {
    channel.close();
  }
}

package org.ftmpj.network.wire;

import java.nio.channels.SocketChannel;

/** What becomes of the TCP connections of a process: the same at both ends. Thread-safe. */
public interface Wiring {
  /** TCP as it is. */
  Wiring PLAIN =
      new Wiring() {
        @Override
        public Wire connecting(SocketChannel channel) {
          return new PlainWire(channel);
        }

        @Override
        public Wire accepting(SocketChannel channel) {
          return new PlainWire(channel);
        }
      };

  /** A connection that this process has made. */
  Wire connecting(SocketChannel channel);

  /** A connection that this process has accepted. */
  Wire accepting(SocketChannel channel);
}

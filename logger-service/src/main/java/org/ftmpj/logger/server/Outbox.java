package org.ftmpj.logger.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.ftmpj.logger.wire.Message;

/** Frames on their way to a client. */
final class Outbox {
  private ByteBuffer bytes = ByteBuffer.allocateDirect(4096);

  void add(Message message) {
    int wanted = bytes.position() + message.length();
    if (wanted > bytes.capacity()) {
      bytes = ByteBuffer.allocateDirect(Math.max(wanted, 2 * bytes.capacity())).put(bytes.flip());
    }
    message.encode(bytes);
  }

  /** Writes as much as the channel takes now. */
  void writeTo(WritableByteChannel channel) throws IOException {
    bytes.flip();
    try {
      channel.write(bytes);
    } finally {
      bytes.compact();
    }
  }

  int size() {
    return bytes.position();
  }

  boolean isEmpty() {
    return bytes.position() == 0;
  }
}

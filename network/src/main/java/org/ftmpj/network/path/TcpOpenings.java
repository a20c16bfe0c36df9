package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.ftmpj.network.auth.FrameSealer;
import org.ftmpj.network.auth.Proven;
import org.ftmpj.network.frame.MalformedFrame;

/** The openings of both sides of a connection, sealed. One thread. */
final class TcpOpenings {
  private final SocketChannel channel;
  private final Proven proven;

  TcpOpenings(SocketChannel channel, Proven proven, Duration time) throws IOException {
    this.channel = channel;
    this.proven = proven;
    channel.socket().setSoTimeout((int) time.toMillis());
  }

  void send(Opening opening) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Opening.LENGTH + FrameSealer.OVERHEAD);
    bytes.put(opening.encode()).flip();
    proven.sealer().seal(bytes, 0);
    channel.write(bytes);
  }

  Opening receive() throws IOException {
    int length = Opening.LENGTH + FrameSealer.OVERHEAD;
    byte[] bytes = channel.socket().getInputStream().readNBytes(length);
    if (bytes.length < length) {
      throw new MalformedFrame("The connection ended before it was open");
    }
    ByteBuffer opening = ByteBuffer.wrap(bytes);
    if (!proven.opener().open(opening, 0)) {
      throw new MalformedFrame("The opening of a connection was changed");
    }
    return Opening.decode(opening);
  }
}

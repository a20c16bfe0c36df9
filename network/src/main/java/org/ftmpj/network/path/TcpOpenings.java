package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.handshake.TimedChannel;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.Proven;
import org.ftmpj.network.frame.MalformedFrame;

/** The openings of both sides of a connection, sealed. One thread. */
final class TcpOpenings {
  private final SocketChannel channel;
  private final Proven proven;
  private final Deadline deadline;

  TcpOpenings(SocketChannel channel, Proven proven, Deadline deadline) {
    this.channel = channel;
    this.proven = proven;
    this.deadline = deadline;
  }

  void send(Opening opening) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Opening.LENGTH + FrameSealer.OVERHEAD);
    bytes.put(opening.encode()).flip();
    proven.seals().sealer().seal(bytes, 0);
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      timed.write(bytes);
    }
  }

  Opening receive() throws IOException {
    try (TimedChannel timed = new TimedChannel(channel, deadline)) {
      ByteBuffer opening = timed.read(Opening.LENGTH + FrameSealer.OVERHEAD);
      if (!proven.seals().opener().open(opening, 0)) {
        throw new MalformedFrame("The opening of a connection was changed");
      }
      return Opening.decode(opening);
    }
  }
}

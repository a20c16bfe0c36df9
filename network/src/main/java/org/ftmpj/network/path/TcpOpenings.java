package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.Proven;
import org.ftmpj.network.auth.TimedWire;
import org.ftmpj.network.frame.MalformedFrame;
import org.ftmpj.network.wire.Wire;

/** The openings of both sides of a connection, sealed. One thread. */
final class TcpOpenings {
  private final Wire wire;
  private final Proven proven;
  private final Deadline deadline;

  TcpOpenings(Wire wire, Proven proven, Deadline deadline) {
    this.wire = wire;
    this.proven = proven;
    this.deadline = deadline;
  }

  void send(Opening opening) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Opening.LENGTH + FrameSealer.OVERHEAD);
    bytes.put(opening.encode()).flip();
    proven.sealer().seal(bytes, 0);
    try (TimedWire timed = new TimedWire(wire, deadline)) {
      timed.write(bytes);
    }
  }

  Opening receive() throws IOException {
    try (TimedWire timed = new TimedWire(wire, deadline)) {
      ByteBuffer opening = timed.read(Opening.LENGTH + FrameSealer.OVERHEAD);
      if (!proven.opener().open(opening, 0)) {
        throw new MalformedFrame("The opening of a connection was changed");
      }
      return Opening.decode(opening);
    }
  }
}

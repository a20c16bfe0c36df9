package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/** Bytes as they come from one connection, cut into frames. One thread. */
public final class FrameBuffer {
  private static final int LENGTH = Integer.BYTES;

  private final boolean direct;
  private ByteBuffer bytes;
  private int taken;
  private FrameOpener opener; // null while frames are not sealed

  /**
   * @param size bytes to begin with
   */
  public FrameBuffer(boolean direct, int size) {
    this.direct = direct;
    bytes = allocate(size);
  }

  /** The handshake is over: frames that come are sealed, if there are seals. */
  public void open(Optional<Seals> by) {
    opener = by.map(Seals::opener).orElse(null);
  }

  /**
   * Where to put the bytes that come next: from the buffer's position on, which is to be moved past
   * them. What {@link #next} returned before is not valid any more.
   */
  public ByteBuffer space() {
    if (taken > 0) {
      bytes.flip().position(taken);
      bytes.compact();
      taken = 0;
    }
    int wanted = Math.max(bytes.position() + 1, announced());
    if (wanted > bytes.capacity()) {
      bytes = allocate(Math.max(wanted, 2 * bytes.capacity())).put(bytes.flip());
    }
    return bytes;
  }

  /**
   * The next complete frame; null if there is none yet. Valid until the next call of {@link
   * #space}.
   */
  public Message next() throws MalformedMessage {
    int available = bytes.position() - taken;
    if (available < LENGTH) {
      return null;
    }
    int length = bytes.getInt(taken);
    int body = length - (Message.HEADER - LENGTH) - (opener == null ? 0 : FrameSealer.OVERHEAD);
    if (body < 0 || body > Message.MAX_BODY) {
      throw new MalformedMessage("A frame claims to have " + length + " bytes");
    }
    if (available - LENGTH < length) {
      return null;
    }
    int start = taken;
    taken += LENGTH + length;
    return Message.decode(bytes, start, opener == null ? taken : opened(start));
  }

  /** Opens the frame from there to what is taken; returns where it ends then. */
  private int opened(int start) throws MalformedMessage {
    ByteBuffer frame = bytes.duplicate().limit(taken).position(start);
    if (!opener.open(frame, LENGTH)) {
      throw new MalformedMessage("A frame was changed on its way, or is not the next one");
    }
    return frame.limit();
  }

  /** Forgets what has come. */
  public void drop() {
    bytes.clear();
    taken = 0;
  }

  /** Bytes of the frame whose length is known; {@link #next} has found it plausible. */
  private int announced() {
    return bytes.position() < LENGTH ? 0 : LENGTH + bytes.getInt(0);
  }

  private ByteBuffer allocate(int size) {
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }
}

package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/** The bytes of one connection, cut into frames. One thread. */
public final class FrameBuffer {
  private static final int LENGTH = Integer.BYTES;

  private final boolean direct;
  private ByteBuffer bytes;
  private int taken;
  private FrameOpener opener; // null while frames are not sealed

  /**
   * @param size the initial bytes
   */
  public FrameBuffer(boolean direct, int size) {
    this.direct = direct;
    bytes = allocate(size);
  }

  /** Ends the handshake: frames that come are sealed, if there are seals. */
  public void open(Optional<Seals> by) {
    opener = by.map(Seals::opener).orElse(null);
  }

  /**
   * The buffer for the next bytes: from its position on, which the caller moves past them. The last
   * result of {@link #next} is not valid any more.
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

  /** Opens the sealed frame at that position; returns its new end. */
  private int opened(int start) throws MalformedMessage {
    ByteBuffer frame = bytes.duplicate().limit(taken).position(start);
    if (!opener.open(frame, LENGTH)) {
      throw new MalformedMessage("A frame was changed on its way, or is not the next one");
    }
    return frame.limit();
  }

  /** Drops all bytes. */
  public void drop() {
    bytes.clear();
    taken = 0;
  }

  /** Returns the size of the current frame in bytes, with its length field; 0 if not known yet. */
  private int announced() {
    return bytes.position() < LENGTH ? 0 : LENGTH + bytes.getInt(0);
  }

  private ByteBuffer allocate(int size) {
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }
}

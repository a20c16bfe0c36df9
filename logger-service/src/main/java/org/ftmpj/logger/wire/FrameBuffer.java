package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;

/** Bytes as they come from one connection, cut into frames. One thread. */
public final class FrameBuffer {
  private static final int LENGTH = Integer.BYTES;

  private final boolean direct;
  private ByteBuffer bytes;
  private int taken;
  private int limit;
  private boolean sameVersion;
  private FrameOpener opener; // null while frames are not sealed

  /**
   * @param size bytes to begin with
   * @param limit the largest body accepted, in bytes
   */
  public FrameBuffer(boolean direct, int size, int limit) {
    this.direct = direct;
    this.limit = limit;
    bytes = allocate(size);
  }

  /** From now on accepts bodies of up to that many bytes. */
  public void accept(int largestBody) {
    limit = largestBody;
  }

  /** Frames that have not been taken yet, and all that come, are sealed. */
  void open(FrameOpener by) {
    opener = by;
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
   *
   * @throws MalformedFrame with code {@code VERSION} only for the first frame: a later one of
   *     another version was changed on its way
   */
  public Message next() throws MalformedFrame {
    int available = bytes.position() - taken;
    if (available < LENGTH) {
      return null;
    }
    int length = bytes.getInt(taken);
    int body = length - (Message.HEADER - LENGTH) - (opener == null ? 0 : FrameSealer.OVERHEAD);
    if (body < 0 || body > limit) {
      throw new MalformedFrame("A frame claims to have " + length + " bytes");
    }
    if (available - LENGTH < length) {
      return null;
    }
    int start = taken;
    taken += LENGTH + length;
    int end = opener == null ? taken : opened(start);
    try {
      Message message = Message.decode(bytes, start, end);
      sameVersion = true;
      return message;
    } catch (MalformedFrame e) {
      throw sameVersion ? new MalformedFrame(e.getMessage()) : e;
    }
  }

  /** Opens the frame from there to what is taken; returns where it ends then. */
  private int opened(int start) throws MalformedFrame {
    ByteBuffer frame = bytes.duplicate().limit(taken).position(start);
    if (!opener.open(frame, LENGTH)) {
      throw new MalformedFrame("A frame was changed on its way, or is not the next one");
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

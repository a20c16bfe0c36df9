package org.ftmpj.logger.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.FrameSealer;

/** Frames on their way to the other side of a connection. One thread. */
public final class Outbox {
  private final boolean direct;
  private ByteBuffer bytes;
  private FrameSealer sealer; // null while frames are not sealed

  /**
   * @param size the initial bytes
   */
  public Outbox(boolean direct, int size) {
    this.direct = direct;
    bytes = allocate(size);
  }

  /** Ends the handshake: added frames are sealed, if there are seals. */
  public void seal(Optional<Seals> by) {
    sealer = by.map(Seals::sealer).orElse(null);
  }

  /** Adds a message of the handshake. */
  public void add(ByteBuffer message) {
    reserve(message.remaining());
    bytes.put(message);
  }

  /** Adds a frame. */
  public void add(Message message) {
    reserve(message.length() + FrameSealer.OVERHEAD);
    int start = bytes.position();
    message.encode(bytes);
    if (sealer != null) {
      seal(start);
    }
  }

  private void reserve(int length) {
    int wanted = bytes.position() + length;
    if (wanted > bytes.capacity()) {
      bytes = allocate(Math.max(wanted, 2 * bytes.capacity())).put(bytes.flip());
    }
  }

  /** Seals a frame. Its length, which stays readable, is that of the sealed frame. */
  private void seal(int start) {
    bytes.putInt(start, bytes.getInt(start) + FrameSealer.OVERHEAD);
    ByteBuffer frame = bytes.duplicate().flip().position(start);
    sealer.seal(frame, Integer.BYTES);
    bytes.position(frame.limit());
  }

  /** Writes as much as the channel takes now. */
  public void writeTo(WritableByteChannel channel) throws IOException {
    bytes.flip();
    try {
      channel.write(bytes);
    } finally {
      bytes.compact();
    }
  }

  /**
   * Writes all, and waits for that.
   *
   * @throws UnsupportedOperationException if its memory is direct
   */
  public void writeTo(OutputStream stream) throws IOException {
    int length = bytes.position();
    bytes.clear();
    stream.write(bytes.array(), 0, length);
  }

  /** The number of waiting bytes. */
  public int size() {
    return bytes.position();
  }

  public boolean isEmpty() {
    return bytes.position() == 0;
  }

  private ByteBuffer allocate(int size) {
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }
}

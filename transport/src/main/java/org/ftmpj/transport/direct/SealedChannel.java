package org.ftmpj.transport.direct;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.transport.channel.LogFrame;

/**
 * Sealed frames over a TCP connection that never blocks; see {@link org.ftmpj.common.secret.Seal}.
 * Each frame has its length in front, as a little-endian i32 in clear. One thread at a time.
 */
final class SealedChannel {
  /** The longest frame, in bytes, without its length and its seal. */
  static final int MOST = LogFrame.PIECE_HEADER + LogFrame.HEAD_BYTES + LogFrame.PIECE_BYTES + 64;

  private static final int LENGTH = Integer.BYTES;
  private static final int CAPACITY = 2 * (LENGTH + MOST + FrameSealer.OVERHEAD);

  private final SocketChannel channel;
  private final Seals seals;
  private final ByteBuffer out = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer in = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);

  /** The position of the first byte of input that is not part of a returned frame. */
  private int begin;

  private int written;
  private int end;
  private SelectionKey key;

  /**
   * @param channel after the handshake, in non-blocking mode
   */
  SealedChannel(SocketChannel channel, Seals seals) {
    this.channel = channel;
    this.seals = seals;
  }

  /**
   * Has the selector report what the connection is ready for.
   *
   * @param owner the attachment of the key
   */
  void register(Selector selector, Object owner) throws IOException {
    key = channel.register(selector, SelectionKey.OP_READ, owner);
  }

  /**
   * Begins a frame.
   *
   * @return a buffer with room for {@link #MOST} bytes from its position on; null if the socket has
   *     to take something first
   */
  ByteBuffer claim() {
    if (CAPACITY - end < LENGTH + MOST + FrameSealer.OVERHEAD) {
      if (CAPACITY - end + written < LENGTH + MOST + FrameSealer.OVERHEAD) {
        return null;
      }
      out.limit(end).position(written).compact();
      end -= written;
      written = 0;
    }
    return out.limit(end + LENGTH + MOST).position(end + LENGTH);
  }

  /** Ends the frame at the position of the claimed buffer, and seals it. */
  void commit() {
    int after = out.position();
    out.putInt(end, after - end - LENGTH).limit(after).position(end);
    seals.sealer().seal(out, LENGTH);
    end = out.limit();
  }

  /**
   * Writes as much as the socket takes, and has the selector report when it takes more.
   *
   * @return whether everything is written
   */
  boolean flush() throws IOException {
    if (written < end) {
      out.limit(end).position(written);
      channel.write(out);
      written = out.position();
    }
    boolean isAll = written == end;
    if (isAll) {
      written = 0;
      end = 0;
    }
    int wanted = isAll ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
      key.selector().wakeup();
    }
    return isAll;
  }

  /** Whether everything that was committed is written. */
  boolean isEmpty() {
    return written == end;
  }

  /**
   * Reads what has come.
   *
   * @return whether there was anything
   * @throws EOFException at the end of the connection
   */
  boolean fill() throws IOException {
    int read = channel.read(in);
    if (read < 0) {
      throw new EOFException("The other side has closed the connection");
    }
    return read > 0;
  }

  /**
   * The next frame that has come whole.
   *
   * @return valid until the next call; null if there is none, after which {@link #fill} may be
   *     called
   * @throws IOException if it is no frame, or was changed
   */
  ByteBuffer next() throws IOException {
    in.flip().position(begin);
    if (in.remaining() >= LENGTH) {
      int length = in.getInt(begin);
      if (length < 0 || length > MOST) {
        throw new IOException("A frame of " + length + " bytes");
      }
      int whole = LENGTH + length + FrameSealer.OVERHEAD;
      if (in.remaining() >= whole) {
        ByteBuffer frame = in.slice(begin, whole);
        begin += whole;
        in.position(in.limit()).limit(CAPACITY);
        if (!seals.opener().open(frame, LENGTH)) {
          throw new IOException("A frame was changed on its way");
        }
        return frame.position(LENGTH);
      }
    }
    if (begin > 0) {
      in.compact();
      begin = 0;
    } else {
      in.position(in.limit()).limit(CAPACITY);
    }
    return null;
  }

  void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}

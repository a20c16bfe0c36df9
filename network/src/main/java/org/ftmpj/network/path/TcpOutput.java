package org.ftmpj.network.path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.network.frame.Frame;

/**
 * The output of a TCP connection: frames are put into it one after the other, sealed, and written
 * to the socket as far as it takes them. Bounded. Any thread; none waits for another.
 */
final class TcpOutput {
  private static final int CAPACITY = 256 << 10;

  private final SocketChannel channel;
  private final FrameSealer sealer;
  private final ReentrantLock lock = new ReentrantLock();
  private final ByteBuffer bytes = ByteBuffer.allocate(CAPACITY);
  private final ByteBuffer claimed = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  private int written;
  private int end;

  TcpOutput(SocketChannel channel, FrameSealer sealer) {
    this.channel = channel;
    this.sealer = sealer;
  }

  /** Claims room; holds the lock unless it returns null. */
  ByteBuffer claim(int length) {
    if (!lock.tryLock()) {
      return null;
    }
    if (!hasRoom(length + FrameSealer.OVERHEAD)) {
      lock.unlock();
      return null;
    }
    return claimed.clear().position(end).limit(end + length);
  }

  private boolean hasRoom(int length) {
    if (end + length <= CAPACITY) {
      return true;
    }
    if (end - written + length > CAPACITY) {
      return false;
    }
    bytes.limit(end).position(written).compact();
    end -= written;
    written = 0;
    return true;
  }

  /**
   * Seals the frame and writes it.
   *
   * @return false if the socket has not taken all of it, and the connection's thread does not know
   *     yet that it has to write the rest
   */
  boolean commit() {
    try {
      claimed.position(end);
      sealer.seal(claimed, Frame.HEADER);
      boolean first = end == written;
      end = claimed.limit();
      return !first || writeOut();
    } catch (IOException e) {
      // The connection's thread has to write, and gets the same error.
      return false;
    } finally {
      lock.unlock();
    }
  }

  void abandon() {
    lock.unlock();
  }

  /**
   * Writes the rest of the output.
   *
   * @return whether the socket has taken all of it
   */
  boolean flush() throws IOException {
    lock.lock();
    try {
      return writeOut();
    } finally {
      lock.unlock();
    }
  }

  private boolean writeOut() throws IOException {
    bytes.limit(end).position(written);
    if (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    written = bytes.position();
    if (written < end) {
      return false;
    }
    written = 0;
    end = 0;
    return true;
  }
}

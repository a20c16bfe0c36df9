package org.ftmpj.common.handshake;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.time.Deadline;

/** Messages of a known length over a channel, with a deadline. One thread. */
public final class TimedChannel implements AutoCloseable {
  private final SocketChannel channel;
  private final Deadline deadline;
  private final boolean wasBlocking;
  private final Selector selector;
  private final SelectionKey key;

  /**
   * Takes over a channel, blocking or not, until {@link #close}, which leaves it open and as it
   * was.
   */
  public TimedChannel(SocketChannel channel, Deadline deadline) throws IOException {
    this.channel = channel;
    this.deadline = deadline;
    wasBlocking = channel.isBlocking();
    selector = Selector.open();
    try {
      channel.configureBlocking(false);
      key = channel.register(selector, 0);
    } catch (IOException e) {
      selector.close();
      throw e;
    }
  }

  /**
   * Reads so many bytes, and none more.
   *
   * @throws NotProven if they have not come before the deadline or the end of the connection
   */
  public ByteBuffer read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes);
      if (read < 0) {
        throw new NotProven(
            Refusal.INCOMPLETE,
            "The connection ended after " + bytes.position() + " of " + length + " bytes");
      }
      if (read == 0) {
        await(SelectionKey.OP_READ);
      }
    }
    return bytes.flip();
  }

  /**
   * Writes all of it.
   *
   * @throws NotProven if the other side has not taken it before the deadline
   */
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  private void await(int operation) throws IOException {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline.leftNs());
    if (leftMs <= 0) {
      throw new NotProven(Refusal.INCOMPLETE, "The proof was not complete in time");
    }
    key.interestOps(operation);
    selector.select(leftMs);
    selector.selectedKeys().clear();
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("Interrupted during a proof");
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    if (channel.isOpen()) {
      channel.configureBlocking(wasBlocking);
    }
  }
}

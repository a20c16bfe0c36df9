package org.ftmpj.network.auth;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.wire.Wire;

/** Messages of a known length over a wire, until a deadline at most. One thread. */
public final class TimedWire implements AutoCloseable {
  private final Wire wire;
  private final Deadline deadline;
  private final boolean wasBlocking;
  private final Selector selector;
  private final SelectionKey key;

  /** The wire is in use here until {@link #close}, which leaves it open. */
  public TimedWire(Wire wire, Deadline deadline) throws IOException {
    this.wire = wire;
    this.deadline = deadline;
    SocketChannel channel = wire.channel();
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
   * Agrees on what comes before the first byte.
   *
   * @throws NotProven if that is not possible, or not before the deadline
   */
  public void begin() throws IOException {
    try {
      for (int operation = wire.begin(); operation != 0; operation = wire.begin()) {
        await(operation);
      }
    } catch (SSLException e) {
      throw new NotProven(Refusal.NO_TLS, "TLS was not agreed on: " + e.getMessage(), e);
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
      int read = wire.read(bytes);
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
    while (!wire.write(bytes)) {
      await(SelectionKey.OP_WRITE);
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
    SocketChannel channel = wire.channel();
    if (channel.isOpen()) {
      channel.configureBlocking(wasBlocking);
    }
  }
}

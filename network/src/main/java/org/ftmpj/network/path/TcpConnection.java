package org.ftmpj.network.path;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.ftmpj.common.secret.FrameOpener;
import org.ftmpj.common.secret.FrameSealer;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.network.auth.Proven;
import org.ftmpj.network.frame.Frame;

/**
 * A TCP connection. Senders write frames themselves as long as the socket takes them; the
 * connection's thread, which waits for the socket and reads, writes the rest.
 */
final class TcpConnection implements PathConnection {
  private static final int READ_AT_ONCE = 512 << 10;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final SocketChannel channel;
  private final FrameOpener opener;
  private final ConnectionListener listener;
  private final Selector selector;
  private final SelectionKey key;
  private final TcpOutput output;

  /**
   * A stream that is never read; its available bytes are those that the connection's thread has not
   * read yet.
   */
  private final InputStream arrived;

  private final ByteBuffer in = ByteBuffer.allocate(READ_AT_ONCE);

  private volatile long heard;
  private volatile boolean closed;
  private volatile boolean writableWanted;

  /**
   * The end of the time for the farewell, during which input is dropped; set before {@link
   * #finished}.
   */
  private volatile Deadline farewell;

  /** Whether the output has ended after what was committed. */
  private volatile boolean finished;

  TcpConnection(SocketChannel channel, Proven proven, ConnectionListener listener)
      throws IOException {
    this.channel = channel;
    arrived = channel.socket().getInputStream();
    this.listener = listener;
    opener = proven.seals().opener();
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, SelectionKey.OP_READ);
    output = new TcpOutput(channel, proven.seals().sealer());
  }

  void start(Opening theirs) {
    listener.begun(this, theirs);
    TcpListener.daemon(this::run, "ftmpj-net-" + channel.socket().getPort());
  }

  @Override
  public ByteBuffer claim(int length) {
    return closed || finished ? null : output.claim(length);
  }

  @Override
  public void commit() {
    if (!output.commit()) {
      requestWritable();
    }
  }

  @Override
  public void abandon() {
    output.abandon();
  }

  @Override
  public void requestWritable() {
    writableWanted = true;
    try {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      selector.wakeup();
    } catch (CancelledKeyException | ClosedSelectorException e) {
      // It has ended, which is reported to the listener.
    }
  }

  @Override
  public long heard() {
    // In this order: data read meanwhile counts twice rather than not at all.
    long unread = unread();
    return heard + unread;
  }

  private int unread() {
    try {
      return closed ? 0 : arrived.available();
    } catch (IOException e) {
      // It has ended, which is reported to the listener.
      return 0;
    }
  }

  @Override
  public void endSoon() {
    farewell = Deadline.in(FAREWELL);
    requestWritable();
  }

  @Override
  public void finish() {
    farewell = Deadline.in(FAREWELL);
    finished = true;
    requestWritable();
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  private void run() {
    IOException why = null;
    try {
      while (!closed) {
        turn();
      }
    } catch (EOFException e) {
      why = farewell == null ? e : null;
    } catch (ClosedChannelException e) {
      why = closed ? null : e;
    } catch (IOException e) {
      why = e;
    } finally {
      closed = true;
      release();
      listener.ended(this, why);
    }
  }

  private void turn() throws IOException {
    if (farewell == null) {
      selector.select();
    } else {
      selector.select(Math.max(1, farewell.leftNs() / 1_000_000));
      if (farewell.isOver()) {
        throw new EOFException("The other side did not close");
      }
    }
    selector.selectedKeys().clear();
    if (closed) {
      return;
    }
    if (key.isReadable()) {
      read();
    }
    if (key.isWritable()) {
      write();
    }
  }

  private void write() throws IOException {
    // Before anything is written, so that a request meanwhile is not missed.
    key.interestOps(SelectionKey.OP_READ);
    writableWanted = false;
    // Before the output is flushed: nothing is committed between the two.
    boolean last = finished;
    if (!output.flush()) {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    } else if (last) {
      channel.shutdownOutput();
    }
    if (!last) {
      listener.writable(this);
    }
    if (writableWanted) {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  private void read() throws IOException {
    int read = channel.read(in);
    if (read < 0) {
      throw new EOFException("The other side has closed the connection");
    }
    heard += read;
    if (farewell != null) {
      in.clear();
      return;
    }
    in.flip();
    while (in.remaining() >= Frame.HEADER) {
      Frame frame = Frame.decode(in, in.position());
      int length = Frame.HEADER + frame.length() + FrameSealer.OVERHEAD;
      if (in.remaining() < length) {
        break;
      }
      ByteBuffer bytes = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
      in.position(in.position() + length);
      if (opener.open(bytes, Frame.HEADER)) {
        listener.received(this, frame, bytes.position(Frame.HEADER));
      } else {
        listener.corrupt(this);
      }
    }
    keepRest();
  }

  /**
   * Retains the part of the next frame that has come, in its place if there is no reason to move
   * it.
   */
  private void keepRest() {
    if (in.position() > 0) {
      in.compact();
    } else {
      in.position(in.limit()).limit(in.capacity());
    }
  }

  private void release() {
    try {
      channel.close();
      selector.close();
    } catch (IOException e) {
      // It is of no use any more, whatever is wrong with it.
    }
  }

  @Override
  public String toString() {
    return "connection " + channel;
  }
}

package org.ftmpj.network.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A TCP connection whose bytes are those of TLS. */
final class TlsWire implements Wire {
  private static final int RECORDS_AT_ONCE = 4;

  private final SocketChannel channel;
  private final SSLEngine engine;

  /** Encrypted bytes that have come, from position to limit. */
  private final ByteBuffer in;

  /** Decrypted bytes for which there was no space, from position to limit. */
  private final ByteBuffer rest;

  /** Encrypted bytes to be written, from position to limit. */
  private final ByteBuffer out;

  private final int record;
  private boolean begun;
  private boolean ended;
  private boolean full;
  private volatile boolean mustWrite;

  TlsWire(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    record = engine.getSession().getPacketBufferSize();
    in = ByteBuffer.allocateDirect(RECORDS_AT_ONCE * record).limit(0);
    out = ByteBuffer.allocateDirect(RECORDS_AT_ONCE * record).limit(0);
    rest = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).limit(0);
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public int begin() throws IOException {
    if (!begun) {
      engine.beginHandshake();
      begun = true;
    }
    try {
      return agree();
    } catch (SSLException e) {
      tellWhy(e);
      throw e;
    }
  }

  private int agree() throws IOException {
    while (true) {
      if (!flush()) {
        return SelectionKey.OP_WRITE;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> encrypt(ByteBuffer.allocate(0));
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!decrypt(rest) && !receive()) {
            return SelectionKey.OP_READ;
          }
          if (ended) {
            throw new EOFException("The connection ended before TLS was agreed on");
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          mustWrite = false;
          return 0;
        }
      }
    }
  }

  /** The alert that TLS has for it, if the channel takes it. */
  private void tellWhy(SSLException why) {
    try {
      out.clear();
      engine.wrap(ByteBuffer.allocate(0), out);
      out.flip();
      flush();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    int start = to.position();
    boolean more = true;
    while (more && to.hasRemaining()) {
      if (rest.hasRemaining()) {
        int length = Math.min(rest.remaining(), to.remaining());
        to.put(rest.duplicate().limit(rest.position() + length));
        rest.position(rest.position() + length);
      } else if (!decrypt(to)) {
        more = receive() && !ended;
      }
    }
    full = !to.hasRemaining();
    return ended && to.position() == start ? -1 : to.position() - start;
  }

  /** What is left encrypted may be less than a record: then reading finds nothing, once. */
  @Override
  public boolean hasMore() {
    return rest.hasRemaining() || full && in.hasRemaining();
  }

  @Override
  public boolean mustWrite() {
    return mustWrite;
  }

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    while (flush()) {
      if (!from.hasRemaining() && !mustWrite) {
        return true;
      }
      encrypt(from);
    }
    return false;
  }

  private boolean flush() throws IOException {
    if (out.hasRemaining()) {
      channel.write(out);
    }
    return !out.hasRemaining();
  }

  /** As many records as there is space for; all before have been written. */
  private void encrypt(ByteBuffer from) throws IOException {
    out.clear();
    try {
      do {
        SSLEngineResult result = engine.wrap(from, out);
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
          throw new ClosedChannelException();
        }
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
          runTasks();
        }
        mustWrite = result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
      } while (from.hasRemaining() && out.remaining() >= record);
    } finally {
      out.flip();
    }
  }

  /**
   * One record, if all of it has come: to where it is wanted, or to the rest.
   *
   * @return whether there was one
   */
  private boolean decrypt(ByteBuffer to) throws SSLException {
    boolean direct = to != rest && to.remaining() >= rest.capacity();
    ByteBuffer target = direct ? to : rest.clear();
    SSLEngineResult result;
    try {
      result = engine.unwrap(in, target);
    } finally {
      if (!direct) {
        rest.flip();
      }
    }
    HandshakeStatus next = result.getHandshakeStatus();
    if (next == HandshakeStatus.NEED_TASK) {
      runTasks();
    } else if (next == HandshakeStatus.NEED_WRAP) {
      mustWrite = true;
    }
    ended |= result.getStatus() == SSLEngineResult.Status.CLOSED;
    return result.bytesConsumed() > 0;
  }

  /**
   * Takes what the channel has.
   *
   * @return whether there was something, if only its end
   */
  private boolean receive() throws IOException {
    in.compact();
    try {
      int read = channel.read(in);
      ended |= read < 0;
      return read != 0;
    } finally {
      in.flip();
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }
}

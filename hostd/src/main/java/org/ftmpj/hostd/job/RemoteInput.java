package org.ftmpj.hostd.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The job's standard input, which the launcher reads, a piece whenever this host requests one. */
final class RemoteInput implements ReadableByteChannel {
  private static final byte[] END = {};

  private final Runnable want;
  private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  /**
   * @param want asks the launcher for a piece
   */
  RemoteInput(Runnable want) {
    this.want = want;
  }

  /** Takes a piece; an empty one is the end. */
  void add(byte[] piece) {
    pieces.add(piece);
  }

  /** Asks for a piece and waits for it, or for the end of this. */
  @Override
  public int read(ByteBuffer to) throws IOException {
    want.run();
    try {
      byte[] piece = pieces.take();
      if (piece.length > to.remaining()) {
        throw new IOException("a piece of " + piece.length + " bytes");
      }
      to.put(piece);
      return piece.length == 0 ? -1 : piece.length;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public void close() {
    closed = true;
    pieces.add(END);
  }
}

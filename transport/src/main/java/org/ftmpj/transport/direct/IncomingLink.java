package org.ftmpj.transport.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.transport.channel.MirrorInput;
import org.ftmpj.transport.channel.Mirrors;

/**
 * The receiver's side of a channel from a rank of another host: writes what comes to the mirror of
 * the channel log. One thread at a time.
 */
final class IncomingLink implements Link {
  /** The largest number of reads before other connections have their turn. */
  private static final int MOST_READS = 8;

  private final int source;
  private final int destination;
  private final Mirrors mirrors;
  private final MirrorInput input;

  /** The connection; null if there is none. */
  private SealedChannel channel;

  /** The newest incarnation of the sender that has connected. */
  private int incarnation;

  IncomingLink(int source, int destination, Mirrors mirrors) {
    this.source = source;
    this.destination = destination;
    this.mirrors = mirrors;
    this.input =
        new MirrorInput(rank -> rank == source ? mirrors : null, rank -> rank == this.destination);
  }

  /**
   * Takes over a new connection, and says what is there.
   *
   * @throws IOException if an older incarnation has connected late
   */
  void connected(SocketChannel socket, Seals seals, Selector selector, int itsIncarnation)
      throws IOException {
    if (itsIncarnation < incarnation) {
      throw new IOException("incarnation " + itsIncarnation + " comes after " + incarnation);
    }
    disconnect();
    incarnation = itsIncarnation;
    channel = new SealedChannel(socket, seals);
    channel.register(selector, this);
    answer();
  }

  private void answer() throws IOException {
    ByteBuffer to = channel.claim();
    if (to == null) {
      throw new IOException("the sender does not read answers");
    }
    new ReceiverState(
            mirrors.taken(destination),
            mirrors.lastMessage(destination),
            mirrors.marksAfter(destination))
        .encode(to);
    channel.commit();
    channel.flush();
  }

  /** Writes what has come to the mirror. */
  @Override
  public void read() throws IOException {
    for (int i = 0; i < MOST_READS && channel.fill(); i++) {
      boolean asked = false;
      for (ByteBuffer frame = channel.next(); frame != null; frame = channel.next()) {
        if (ReceiverState.isQuestion(frame)) {
          asked = true;
        } else {
          input.accept(frame);
        }
      }
      if (asked) {
        answer();
      }
    }
  }

  @Override
  public void flush() throws IOException {
    channel.flush();
  }

  @Override
  public void disconnect() throws IOException {
    if (channel != null) {
      SealedChannel old = channel;
      channel = null;
      old.close();
    }
  }

  void close() throws IOException {
    disconnect();
    mirrors.close();
  }

  @Override
  public String toString() {
    return "the connection from rank " + source;
  }
}

package org.ftmpj.hostd.job;

import java.nio.ByteBuffer;
import org.ftmpj.network.Content;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;

/**
 * Sends messages about the job over a session, long ones in pieces. Any thread; messages do not
 * mix.
 *
 * <pre>
 * 0  u8  1 if the message ends with this piece, else 0
 * 1      the piece
 * </pre>
 */
final class JobLink {
  static final int LAST = 1;
  private static final int MOST = Content.MOST - 1;

  private final Session session;

  JobLink(Session session) {
    this.session = session;
  }

  /**
   * Sends a message. Waits while too much is under way.
   *
   * @param delivered called when the other host has taken it
   * @throws org.ftmpj.common.error.FtmpjException if the session has ended
   */
  synchronized void send(byte[] message, Runnable delivered) throws InterruptedException {
    int sent = 0;
    do {
      int piece = Math.min(MOST, message.length - sent);
      boolean last = sent + piece == message.length;
      byte[] content = new byte[piece + 1];
      content[0] = (byte) (last ? LAST : 0);
      System.arraycopy(message, sent, content, 1, piece);
      Content whole = Content.of(content);
      session.send(Topic.JOB, last ? new LastPiece(whole, delivered) : whole);
      sent += piece;
    } while (sent < message.length);
  }

  /** Asks the other host for a sign of life, because another process hears nothing of it. */
  void ask() {
    session.ask();
  }

  /** Ends the session. */
  void close() {
    session.close();
  }

  /** The last piece of a message. */
  private record LastPiece(Content piece, Runnable whenDelivered) implements Content {
    @Override
    public int length() {
      return piece.length();
    }

    @Override
    public void write(ByteBuffer to) {
      piece.write(to);
    }

    @Override
    public void delivered() {
      whenDelivered.run();
    }
  }
}

package org.ftmpj.network;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** A content that is under way. What is not said otherwise is guarded by the session's lock. */
final class PendingContent {
  /** What an entry takes besides its content, in bytes: contents may be tiny. */
  static final int COST = 256;

  final long number;
  final Topic topic;
  final int length;
  private final Content content;

  /** The connection it was sent on last; null if it waits to be sent, or is {@link #doubtful}. */
  SessionConnection link;

  /** Nothing is expected of the connection it was sent on, but it may have arrived. */
  boolean doubtful;

  /** Its place among all frames of that connection. */
  long order;

  int attempts;
  long sentNs;

  /** Guarded by this: the content may not be asked any more. */
  private boolean over;

  PendingContent(long number, Topic topic, Content content) {
    this.number = number;
    this.topic = topic;
    this.content = content;
    length = content.length();
    if (length < 1 || length > Content.MOST) {
      throw new FtmpjException(
          ErrorCode.INTERNAL, "A content for another host has " + length + " bytes");
    }
  }

  int cost() {
    return length + COST;
  }

  /**
   * Has the content written; not while another thread does.
   *
   * @return false if it has been delivered meanwhile
   */
  synchronized boolean write(ByteBuffer to) {
    if (over) {
      return false;
    }
    int end = to.position() + length;
    content.write(to);
    if (to.position() != end) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "A content of " + length + " bytes wrote " + (to.position() - end + length));
    }
    return true;
  }

  void delivered() {
    synchronized (this) {
      over = true;
    }
    content.delivered();
  }
}

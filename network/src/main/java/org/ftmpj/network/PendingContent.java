package org.ftmpj.network;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A content that is under way. Fields are guarded by the session's lock, unless they say otherwise.
 */
final class PendingContent {
  /** Bytes that an entry takes besides its content, which may be tiny. */
  static final int COST = 256;

  final long number;
  final Topic topic;
  final int length;
  private final Content content;

  /**
   * The connection on which it was sent last; null if it waits to be sent, or is {@link #doubtful}.
   */
  SessionConnection link;

  /** Whether it may have arrived though the connection on which it was sent is given up. */
  boolean doubtful;

  /** Its order among all frames of that connection. */
  long order;

  int attempts;
  long sentNs;

  /** Whether the content may no longer be written. Guarded by this. */
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
   * Writes the content, by one thread at a time.
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

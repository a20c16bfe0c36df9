package org.ftmpj.network;

import java.nio.ByteBuffer;
import org.ftmpj.network.frame.Frame;

/**
 * Some bytes that a {@link Session} takes to another host. They are not copied: to send them again,
 * the session has them written again, as a log can at any time.
 */
public interface Content {
  /** The longest content, in bytes. */
  int MOST = Frame.MOST;

  /** The number of bytes, 1 to {@link #MOST}; always the same. */
  int length();

  /**
   * Writes the bytes, always the same, at the buffer's position. May be called several times, by
   * threads of the session, until {@link #delivered}; by one thread at a time.
   */
  void write(ByteBuffer to);

  /** Called when the other host has the content, intact, and its {@link Receiver} has returned. */
  default void delivered() {}

  /** A content of some bytes, which must not change any more. */
  static Content of(byte[] bytes) {
    return new Content() {
      @Override
      public int length() {
        return bytes.length;
      }

      @Override
      public void write(ByteBuffer to) {
        to.put(bytes);
      }
    };
  }
}

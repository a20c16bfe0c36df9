package org.ftmpj.network;

import java.nio.ByteBuffer;
import org.ftmpj.network.frame.Frame;

/**
 * What a {@link Session} takes to another host. It is not copied to be sent again: it is asked for
 * its bytes once more, which a log can give at any time.
 */
public interface Content {
  /** The longest content, in bytes. */
  int MOST = Frame.MOST;

  /** Bytes, 1 to {@link #MOST}; always the same. */
  int length();

  /**
   * Writes the bytes, always the same, at the buffer's position. May be called several times, by
   * threads of the session, until {@link #delivered}; by one thread at a time.
   */
  void write(ByteBuffer to);

  /** The other host has it, intact, and its {@link Receiver} has returned. */
  default void delivered() {}

  /** Some bytes, which must not be changed any more. */
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

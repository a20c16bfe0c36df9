package org.ftmpj.network.path;

import java.nio.ByteBuffer;

/**
 * A use of a path, from the handshake until it breaks. Any thread; no method waits for the network.
 */
public interface PathConnection {
  /**
   * Claims room for a frame, header and payload; {@link #commit} or {@link #abandon} has to follow,
   * by the same thread.
   *
   * @param length bytes, header included
   * @return little-endian, from its position to its limit; null if there is no room now, or another
   *     thread is just sending: {@link ConnectionListener#writable} is called when there is room,
   *     and who has sent looks what else there is to send
   */
  ByteBuffer claim(int length);

  /** Sends the frame that was written into the claimed room. */
  void commit();

  /** Gives up the claimed room. */
  void abandon();

  /** Requests a call of {@link ConnectionListener#writable} soon. */
  void requestWritable();

  /**
   * The number of bytes that have come so far, of whole frames or parts, including those that the
   * connection's thread has not read yet: a sign that the other end is there.
   */
  long heard();

  /**
   * Ends the connection within a second; further input is dropped. Frames can be sent until {@link
   * #finish}.
   */
  void endSoon();

  /** Makes the committed frames the last ones: lets the other end read all of them, then closes. */
  void finish();

  /**
   * Ends the connection at once; {@link ConnectionListener#ended} is called by the connection's
   * thread.
   */
  void close();
}

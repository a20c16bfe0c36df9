package org.ftmpj.network.path;

import java.nio.ByteBuffer;

/**
 * One use of a path, from when both ends know each other until it breaks. Any thread; nothing here
 * waits for the network.
 */
public interface PathConnection {
  /**
   * Room for a frame, header and payload; {@link #commit} or {@link #abandon} has to follow, by the
   * same thread.
   *
   * @param length bytes, header included
   * @return little-endian, from its position to its limit; null if there is no room now, or another
   *     thread is just sending: {@link ConnectionListener#writable} is called when there is room,
   *     and who has sent looks what else there is to send
   */
  ByteBuffer claim(int length);

  /** Sends the frame that was written where {@link #claim} said. */
  void commit();

  /** Nothing was written where {@link #claim} said. */
  void abandon();

  /** Has {@link ConnectionListener#writable} called soon. */
  void requestWritable();

  /**
   * Bytes that have come so far, frames or parts of them, also those that the thread of the
   * connection had no time to read yet: the other end is there.
   */
  long heard();

  /**
   * Ends it within a second; what still comes is dropped. Frames can be sent until {@link #finish}.
   */
  void endSoon();

  /** What was committed is the last: lets the other end read all of it, then closes. */
  void finish();

  /** Ends it at once; {@link ConnectionListener#ended} is called by the connection's thread. */
  void close();
}
